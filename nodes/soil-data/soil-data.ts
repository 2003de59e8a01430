import type { Node, NodeAPI, NodeDef } from 'node-red';
import { loadedLate, loadSoon } from '../../src/modules/loaded-late';
import { SoilError } from '../../src/errors/soil-error';
import { SHAPES } from '../../src/shapes/shape-name';
import { isEmptyResult } from '../runtime/empty-result';
import { emptySelection } from '../runtime/empty-selection';
import { askedOf, requestBegins } from '../runtime/request-begins';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { licencesOf } from '../runtime/settings/licence-setting';
import { noValueSetting } from '../runtime/settings/no-value-setting';
import { queryOf, type QuerySettings } from '../runtime/settings/query-settings';
import { shapeSetting } from '../runtime/settings/shape-setting';
import { sourcePart } from '../runtime/soil-message';
import { showNoData } from '../runtime/status/no-data';
import { NodeStatus } from '../runtime/status/node-status';
import { handleThroughDeploys } from '../runtime/through-deploys';
import { OUTPUTS } from './choices';

interface SoilDataConfig extends NodeDef, QuerySettings {
  service?: string;
  output?: string;
  shape?: string;
  licences?: unknown;
  noValues?: unknown;
}

export = (RED: NodeAPI): void => {
  // Records and shapes: only flows that ask for soil data wait for that code to load, not every start of Node-RED.
  const answers = loadedLate(() => require('./put-answer') as typeof import('./put-answer'));

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
        const putting = { isRaw: output === 'raw', licences, noValues, shape, query, synthetic: service.settings.synthetic, signal: handling.signal };
        const { found, records, isReadable, hasProblems } = await answers().putAnswer(msg, answer, putting);
        synthetic = sourcePart(msg).synthetic === true;
        const look = hasProblems || isEmptyResult(msg.payload) ? 'attention' : 'done';
        if (!isReadable) status.show(look, 'answered');
        else if (records > 0) status.showCount(look, 'record', records);
        else if (found > 0 || nothing) status.show('attention', 'noData');
        else await showNoData(RED, status, query, { temporalCoverage: sourcePart(msg).temporalCoverage, signal: handling.signal });
        return msg;
      },
      () => use.release(),
    );
    loadSoon(answers);
  }

  RED.nodes.registerType('soil-data', construct);
};
