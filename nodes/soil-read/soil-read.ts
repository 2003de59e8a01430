import type { Node, NodeAPI } from 'node-red';
import { choiceSetting } from '../runtime/choice-setting';
import { givenValue } from '../runtime/given-value';
import { handleInput } from '../runtime/input-handler';
import { loadedLate } from '../runtime/loaded-late';
import { showNoData } from '../runtime/no-data';
import { NodeStatus } from '../runtime/node-status';
import { queryOf } from '../runtime/query-settings';
import { sourcePart } from '../runtime/soil-message';
import { textSetting } from '../runtime/text-setting';
import type { ReadSettings } from './read-export';

interface SoilReadConfig extends ReadSettings {
  from?: string;
  fromType?: string;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilReadConfig): void {
    RED.nodes.createNode(this, config);
    let synthetic = false;
    const status = new NodeStatus(RED, this, () => synthetic);

    handleInput(this, status, async (msg, turn) => {
      // Zip, rows and grids: only who reads waits for that code, not every start of Node-RED.
      const { readExport } = loadedLate(() => require('./read-export') as typeof import('./read-export'));
      if (sourcePart(msg).synthetic === true) synthetic = true;
      const type = choiceSetting('Zip or folder', config.fromType, ['msg', 'flow', 'global', 'str', 'env']);
      const given = await givenValue(RED, this, msg, { property: textSetting('Zip or folder', config.from) ?? 'payload', type });
      const { counts, problems } = await readExport(given, msg, {
        RED,
        settings: config,
        signal: turn.signal,
        send: (batch) => turn.send(batch),
        onCount: (count) => status.show('working', 'reading', { count }),
      });
      synthetic = sourcePart(msg).synthetic === true;
      if (counts.records > 0) status.showCount(counts.namesUnmet ? 'attention' : 'done', config.output === 'rasters' ? 'grid' : 'record', counts.records);
      else if (counts.found > 0) status.show('attention', 'noData');
      else if (problems.count > 0) status.show('attention', 'noneReadable');
      else await showNoData(status, queryOf(msg), sourcePart(msg).temporalCoverage);
      return msg;
    });
  }

  RED.nodes.registerType('soil-read', construct);
};
