import type { Node, NodeAPI, NodeDef } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import { textIn } from '../../src/foreign/foreign-value';
import { SourceTally } from '../../src/records/data-source';
import { isInvented } from '../../src/records/invented-data';
import { LicenceFilter } from '../../src/records/licence-filter';
import type { SoilRecord } from '../../src/records/soil-record';
import { SHAPES } from '../../src/shapes/shape-name';
import { inTurns } from '../../src/time/in-turns';
import { isEmptyResult } from '../runtime/empty-result';
import { emptySelection } from '../runtime/empty-selection';
import { askedOf, requestBegins } from '../runtime/request-begins';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { licencesOf } from '../runtime/settings/licence-setting';
import { noValueSetting } from '../runtime/settings/no-value-setting';
import { extendQuery, queryOf, type QuerySettings } from '../runtime/settings/query-settings';
import { shapeSetting } from '../runtime/settings/shape-setting';
import { putRecords } from '../runtime/shaped-payload';
import { extendSoil, sourcePart } from '../runtime/soil-message';
import { knownDatasets, sourceOf } from '../runtime/source-of';
import { showNoData } from '../runtime/status/no-data';
import { NodeStatus } from '../runtime/status/node-status';
import { handleThroughDeploys } from '../runtime/through-deploys';
import { OUTPUTS } from './choices';
import { readAnswer } from './read-answer';

interface SoilDataConfig extends NodeDef, QuerySettings {
  service?: string;
  output?: string;
  shape?: string;
  licences?: unknown;
  noValues?: unknown;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDataConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    let synthetic = false;
    // A sandbox that runs on its own is recognised only by its data.
    const status = new NodeStatus(RED, this, () => synthetic || use.synthetic());

    handleThroughDeploys(
      RED,
      this,
      status,
      async (msg, handling) => {
        requestBegins(msg);
        const output = choiceSetting('Output', config.output, OUTPUTS);
        const licences = licencesOf(config.licences);
        if (output === 'raw' && licences.length > 0) {
          throw new SoilError(
            'SOIL_CONFIG',
            'The settings "Output" (raw) and "Only these licences" do not go together: an answer passed on as it is holds all licences. ' +
              'Choose records, or empty the list of licences.',
          );
        }
        // The dialog hides both for an answer that is passed on as it is.
        const noValues = output === 'raw' ? undefined : noValueSetting(config.noValues);
        const shape = output === 'raw' ? null : shapeSetting(config.shape, SHAPES);
        const service = await use.service();
        askedOf(msg, service);
        const query = queryOf(msg, config);
        const nothing = emptySelection(msg, query) !== undefined;
        status.showAtWork('asking', handling.inFlight());
        const answer = nothing ? { content: [], exchange: {}, remarks: { hasNext: false } } : await service.soilData(query, handling.call);
        const { records: found, problems, isReadable } = await readAnswer(answer, output === 'raw', { noValues, signal: handling.signal });
        const [filter, tally] = [new LicenceFilter(licences, knownDatasets(msg, query)), new SourceTally()];
        const records: SoilRecord[] = [];
        const take = (record: SoilRecord): void => {
          if (!filter.passes(record)) return tally.leaveOut(record);
          tally.add(record);
          records.push(record);
        };
        await inTurns(found, take, handling.signal);
        const retrieved = new Date();
        // What can be broken off comes first: until then the message is as it came, for the node's next life.
        const unshaped = await putRecords(msg, shape, records, { first: true, retrieved, signal: handling.signal });
        extendQuery(msg, query);
        if (output === 'raw') msg.payload = answer.content;
        extendSoil(msg, {
          source: sourceOf(msg, tally, { retrieved, synthetic: service.settings.synthetic || isInvented(textIn(answer.content, 'name') ?? '') }),
          problems,
          read: { found: found.length, records: records.length, otherLicences: found.length - records.length, ...unshaped },
        });
        synthetic = sourcePart(msg).synthetic === true;
        const look = problems.count > 0 || isEmptyResult(msg.payload) ? 'attention' : 'done';
        if (!isReadable) status.show(look, 'answered');
        else if (records.length > 0) status.showCount(look, 'record', records.length);
        else if (found.length > 0 || nothing) status.show('attention', 'noData');
        else await showNoData(RED, status, query, { temporalCoverage: sourcePart(msg).temporalCoverage, signal: handling.signal });
        return msg;
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-data', construct);
};
