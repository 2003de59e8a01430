import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Node, NodeAPI } from 'node-red';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import { sleep, systemClock } from '../../../src/time/clock';
import { flowGateOf } from './flow-changes';
import { KeptAttachment } from './kept-under';
import { messagesAtWork } from './messages-at-work';
import { onePerRuntime } from './one-per-runtime';
import { OpenedOnce } from './opened-once';
import { soilDirectory } from './soil-directory';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * The job keeper of this Node-RED. It outlives the node that opens it first and serves others, so it logs in the name of the package.
 * Throws `SOIL_STORAGE` if the journal cannot be used, for example because another Node-RED has it.
 */
export function acquireKeeper(RED: NodeAPI): Promise<JobKeeper> {
  return JobKeeper.acquire(soilDirectory(RED), { log: (line) => RED.log.warn(`soil-data: ${line}`), flowGate: flowGateOf(RED), work: messagesAtWork(RED) });
}

/** Work with the keeper of a runtime that belongs to no node. */
const errandsIn = onePerRuntime(() => new Set<Promise<void>>());

/**
 * Does work with the keeper that belongs to no node. Nodes that close wait for it: Node-RED ends when they have closed, and whoever holds the keeper last
 * closes the journal.
 *
 * @throws SoilError as {@link acquireKeeper} does; what the work throws
 */
export async function withKeeper(RED: NodeAPI, work: (keeper: JobKeeper) => Promise<void> | void): Promise<void> {
  const errand = acquireKeeper(RED).then(async (keeper) => {
    try {
      await work(keeper);
    } finally {
      await keeper.release();
    }
  });
  const errands = errandsIn(RED);
  errands.add(errand);
  try {
    await errand;
  } finally {
    errands.delete(errand);
  }
}

/** A node's hold on the job keeper of this Node-RED, and its attachment to what the keeper has for it. */
export class KeeperUse {
  private readonly opened = new OpenedOnce(() => acquireKeeper(this.RED));
  private readonly closing = new AbortController();
  private readonly underWay = new Set<Promise<unknown>>();
  readonly attachment: KeptAttachment;

  constructor(
    private readonly RED: NodeAPI,
    node: Node,
  ) {
    this.attachment = new KeptAttachment(RED, node);
    // From its first node on, the package knows whether flows are being changed.
    flowGateOf(RED);
  }

  /** Whether the node was closed: what was under way then no longer attaches. */
  get released(): boolean {
    return this.closing.signal.aborted;
  }

  /**
   * Throws as {@link acquireKeeper} does; the next call tries again.
   * A closed node gets the keeper for this turn only: a message that comes late is taken in for the node's next life.
   */
  open(): Promise<JobKeeper> {
    return this.released ? this.openForThisTurn() : this.opened.get();
  }

  /**
   * Opens, and tries again ever less often while {@link open} throws, for example while the previous Node-RED is still ending.
   * Returns nothing if the node was closed.
   *
   * @param troubled called at the first failure
   */
  async openInTheEnd(troubled: (error: unknown) => void): Promise<JobKeeper | undefined> {
    for (let wait = FIRST_RETRY_MS; !this.released; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        return await this.open();
      } catch (error) {
        if (wait === FIRST_RETRY_MS) troubled(error);
        await sleep(systemClock, wait, this.closing.signal).catch(() => undefined);
      }
    }
    return undefined;
  }

  /** Returns what the work returns; {@link detach} waits for it: the node's next life looks into the journal once, at its start. */
  async hold<Result>(work: Promise<Result>): Promise<Result> {
    this.underWay.add(work);
    try {
      return await work;
    } finally {
      this.underWay.delete(work);
    }
  }

  /** Resolves when the work that it holds now has ended, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /**
   * The node closes: it hears no more of what is kept for it. Resolves when the work that it holds has ended, and not before the next turn: Node-RED
   * delivers one turn after sending, and drops what comes after a node has closed.
   */
  async detach(): Promise<void> {
    this.attachment.close();
    await nextTurn();
    while (this.underWay.size > 0) await this.settled();
  }

  /** After {@link detach}, and after what came in then. */
  async release(node?: string): Promise<void> {
    this.closing.abort();
    const keeper = await this.opened.take();
    await keeper?.release(node);
    await Promise.allSettled(errandsIn(this.RED));
  }

  private async openForThisTurn(): Promise<JobKeeper> {
    const keeper = await acquireKeeper(this.RED);
    setImmediate(() => void keeper.release());
    return keeper;
  }
}
