import type { Node, NodeAPI } from 'node-red';
import { loadedLate, loadSoon } from '../../src/modules/loaded-late';
import type { FlowGate } from '../../src/jobs/delivery/flow-gate';
import { ReadingTurns } from '../../src/jobs/files/reading-turns';
import { isEmptyResult } from '../runtime/empty-result';
import { handleInput, type Handling } from '../runtime/input-handler';
import { BrokenOff } from '../runtime/keeping/broken-off';
import { flowGateOf, memoryFlowGateOf } from '../runtime/keeping/flow-changes';
import { goOnOnceUsable } from '../runtime/keeping/kept-until-usable';
import { KeptFiles } from '../runtime/keeping/kept-files';
import { markRedelivered, sourcePart, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { readingSettings, type ReadingConfig } from './reading-settings';
import { showReading } from './shown-reading';
import { placeSetting, whatToRead, type FromSettings } from './what-to-read';

type SoilReadConfig = ReadingConfig & FromSettings;

/** How what is read leaves. */
interface Leaving {
  /** Not while a deploy has later nodes stopped: batches would be dropped without a word. */
  flowGate: FlowGate;
  /** Awaited before a batch goes out ahead. */
  begins: () => Promise<void>;
}

export = (RED: NodeAPI): void => {
  // Zip, rows and grids: only flows that read wait for that code to load, not every start of Node-RED.
  const reader = loadedLate(() => require('./read-export') as typeof import('./read-export'));
  /** Messages in memory alone that are being read, and have sent batches on: if a deploy breaks that off, all batches come again. */
  const partlySent = new WeakSet<SoilMessage>();

  function construct(this: Node, config: SoilReadConfig): void {
    RED.nodes.createNode(this, config);
    let synthetic = false;
    const status = new NodeStatus(RED, this, () => synthetic);

    const files = new KeptFiles(RED, this, true);
    const turns = new ReadingTurns();

    /** Reads what was given into a new message: the one that came stays as it came until it is sent on. */
    const read = async (given: unknown, came: SoilMessage, handling: Handling, { flowGate, begins }: Leaving): Promise<SoilMessage> => {
      const settings = readingSettings(config);
      const { readExport } = reader();
      const msg = { ...came };
      // With several readings under way, each status is of one of them.
      const noteSynthetic = (): void => void (synthetic = sourcePart(msg).synthetic === true);
      noteSynthetic();
      let isEmpty = true;
      const told = await readExport(given, msg, {
        RED,
        settings,
        signal: handling.signal,
        inTurn: (work) => turns.hold(handling, work),
        send: async (batch) => {
          isEmpty &&= isEmptyResult(batch.payload);
          await begins();
          await flowGate.whenOpen(handling.signal);
          handling.send(batch);
        },
        onCount: (count) => {
          noteSynthetic();
          status.show('working', 'reading', { count });
        },
      });
      await flowGate.whenOpen(handling.signal);
      noteSynthetic();
      isEmpty &&= isEmptyResult(msg.payload);
      await showReading(RED, status, told, { msg, areGrids: settings.output === 'rasters', isEmpty, signal: handling.signal });
      return msg;
    };

    /** For what the journal cannot hold. */
    const readInMemory = async (given: unknown, msg: SoilMessage, handling: Handling): Promise<SoilMessage> => {
      if (partlySent.has(msg)) markRedelivered(msg);
      const begins = (): Promise<void> => {
        partlySent.add(msg);
        return Promise.resolve();
      };
      Object.assign(msg, await read(given, msg, handling, { flowGate: memoryFlowGateOf(RED), begins }));
      partlySent.delete(msg);
      return msg;
    };

    handleInput(
      this,
      status,
      async (msg, handling) => {
        if (brokenOff.hasEnded(msg)) return brokenOff.workOn(msg, handling.signal, () => Promise.resolve(msg));
        // A kept message has to end in `carryOut`, whatever the node is set to read by now: else its next life would get it again.
        const found = files.isTakenUp(msg) ? undefined : await whatToRead(RED, this, msg, config);
        if (found?.isKept === false) {
          return brokenOff.workOn(msg, handling.signal, () => readInMemory(found.given, msg, handling));
        }
        await files.carryOut({
          message: msg,
          signal: handling.signal,
          fetch: async ({ again }, leaving) => {
            if (again) markRedelivered(msg);
            const { given } = found ?? (await whatToRead(RED, this, msg, config));
            return read(given, msg, handling, { flowGate: flowGateOf(RED), begins: leaving });
          },
          handOver: (result) => handling.send(Object.assign(msg, result)),
        });
        return null;
      },
      () => files.release(),
    );
    const brokenOff = new BrokenOff<SoilMessage>(RED, this);

    /** Without settings that can be used, what was being read in an earlier life would end as an error. */
    const assertUsable = (): void => {
      placeSetting(config);
      readingSettings(config);
    };
    goOnOnceUsable(RED, this, status, () => {
      loadSoon(reader);
      return files.attach(assertUsable);
    });
  }

  RED.nodes.registerType('soil-read', construct);
};
