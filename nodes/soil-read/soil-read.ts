import type { Node, NodeAPI } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import { ReadingTurns } from '../../src/jobs/files/reading-turns';
import { isEmptyResult } from '../runtime/empty-result';
import { handleInput, type Handling } from '../runtime/input-handler';
import { departuresOf } from '../runtime/keeping/flow-changes';
import { whenFlowsStarted } from '../runtime/keeping/flows-started';
import { KeptFiles } from '../runtime/keeping/kept-files';
import { loadedLate } from '../runtime/loaded-late';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { givenValue } from '../runtime/settings/given-value';
import { queryOf } from '../runtime/settings/query-settings';
import { textSetting } from '../runtime/settings/text-setting';
import { jobPart, markRedelivered, sourcePart, type SoilMessage } from '../runtime/soil-message';
import { showNoData } from '../runtime/status/no-data';
import { NodeStatus } from '../runtime/status/node-status';
import { PATH_TYPES } from './choices';
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

    const files = new KeptFiles(RED, this, true);
    const turns = new ReadingTurns();
    // While a deploy has the nodes behind stopped, nothing leaves: batches would be dropped without a word.
    const departures = departuresOf(RED);

    /** Reads what was given into a message of its own: the one that came is as it came until it goes on. */
    const read = async (given: unknown, came: SoilMessage, handling: Handling, leaving = (): Promise<void> => Promise.resolve()): Promise<SoilMessage> => {
      // Zip, rows and grids: only who reads waits for that code, not every start of Node-RED.
      const { readExport } = loadedLate(() => require('./read-export') as typeof import('./read-export'));
      const msg = { ...came };
      if (sourcePart(msg).synthetic === true) synthetic = true;
      let isEmpty = true;
      const { counts, problems } = await readExport(given, msg, {
        RED,
        settings: config,
        signal: handling.signal,
        inTurn: (work) => turns.hold(handling, work),
        send: async (batch) => {
          isEmpty &&= isEmptyResult(batch.payload);
          await leaving();
          await departures.await(handling.signal);
          handling.send(batch);
        },
        onCount: (count) => status.show('working', 'reading', { count }),
      });
      await departures.await(handling.signal);
      synthetic = sourcePart(msg).synthetic === true;
      isEmpty &&= isEmptyResult(msg.payload);
      const isWhole = !counts.namesUnmet && !isEmpty && problems.count === 0;
      if (counts.records > 0) status.showCount(isWhole ? 'done' : 'attention', config.output === 'rasters' ? 'grid' : 'record', counts.records);
      else if (counts.found > 0) status.show('attention', 'noData');
      else if (problems.count > 0) status.show('attention', 'noneReadable');
      else await showNoData(RED, status, queryOf(msg), { temporalCoverage: sourcePart(msg).temporalCoverage, signal: handling.signal });
      return msg;
    };

    /** What the node is to read, and whether the message is kept meanwhile. */
    const find = async (msg: SoilMessage): Promise<{ given: unknown; isKept: boolean }> => {
      const type = choiceSetting('Zip or folder', config.fromType, PATH_TYPES);
      const property = textSetting('Zip or folder', config.from) ?? (type === 'msg' ? 'payload' : undefined);
      if (property === undefined) throw new SoilError('SOIL_CONFIG', 'The setting "Zip or folder" is empty: fill it in, or choose msg.payload.');
      const given = await givenValue(RED, this, msg, { property, type });
      // Only the path of a job's file, in the message itself, is there in the node's next life.
      return { given, isKept: type === 'msg' && typeof given === 'string' && jobPart(msg).id !== undefined };
    };

    handleInput(
      this,
      status,
      async (msg, handling) => {
        const send = (result: SoilMessage): void => handling.send(Object.assign(msg, result));
        // One that is kept comes to its end there, whatever the node reads by now: its next life would get it again.
        const found = files.isTakenUp(msg) ? undefined : await find(msg);
        if (found?.isKept === false) {
          send(await read(found.given, msg, handling));
          return null;
        }
        await files.carryOut({
          message: msg,
          signal: handling.signal,
          fetch: async ({ again }, leaving) => {
            if (again) markRedelivered(msg);
            const { given } = found ?? (await find(msg));
            return read(given, msg, handling, leaving);
          },
          handOver: send,
        });
        return null;
      },
      () => files.release(),
    );

    whenFlowsStarted(RED, this, () => files.attach((message) => this.receive(message)), (error) => status.showError(error));
  }

  RED.nodes.registerType('soil-read', construct);
};
