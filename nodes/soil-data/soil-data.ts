import type { Node, NodeAPI, NodeDef } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import { recordsFromAnswer } from '../../src/records/synchronous-answer';
import { emptySelection } from '../runtime/empty-selection';
import { handleInput } from '../runtime/input-handler';
import { NodeStatus } from '../runtime/node-status';
import { queryOf, type QuerySettings } from '../runtime/query-settings';
import { ServiceUse } from '../runtime/service-use';
import { extendSoil, soilPart } from '../runtime/soil-message';
import { sourceOf } from '../runtime/source-of';

interface SoilDataConfig extends NodeDef, QuerySettings {
  service?: string;
  output?: string;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDataConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);

    handleInput(
      this,
      status,
      async (msg, turn) => {
        const output = config.output || 'records';
        if (output !== 'records' && output !== 'raw') {
          throw new SoilError('SOIL_CONFIG', `The setting "output" is "${output}": choose records or raw.`);
        }
        const service = await use.service();
        const query = queryOf(msg, config);
        const nothing = emptySelection(msg, query) !== undefined;
        status.showInFlight('asking', turn.inFlight());
        const answer: unknown = nothing ? [] : await service.soilData(query, turn.call);
        const { records, problems } = nothing ? { records: [], problems: [] } : recordsFromAnswer(answer);
        extendSoil(msg, {
          query,
          source: sourceOf(records, soilPart(msg).source, use.synthetic()),
          problems: { count: problems.length, first: problems.slice(0, 20) },
        });
        msg.payload = output === 'raw' ? answer : records;
        if (records.length === 0) status.show('attention', 'noData');
        else status.show('done', 'records', { count: records.length });
        return msg;
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-data', construct);
};
