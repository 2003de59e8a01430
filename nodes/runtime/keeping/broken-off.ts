import type { Node } from 'node-red';
import { jobIn } from '../../../src/jobs/messages/told-job';
import { onAbort } from '../../../src/time/abort-watch';
import type { SoilMessage } from '../soil-message';
import { whenFlowsStarted } from './flows-started';
import { messagesAtWork } from './messages-at-work';
import { onePerRuntime } from './one-per-runtime';

/** A message that a node was at work on when it was closed, and what its work gave where that was known by then. */
interface BrokenOffWork<Outcome> {
  message: SoilMessage;
  /** Gives what the work gave, or throws what it failed with. */
  outcome?: () => Outcome;
  /** A node with a journal still has it, and brings it out again itself. */
  isInJournal: boolean;
}

/**
 * What nodes were at work on when they were closed, by the node, until their next life takes it up. In memory: a deploy leaves that alone, and asking
 * again costs a request and no job, so that nothing of it is worth a file.
 */
const brokenOffIn = onePerRuntime((RED) => {
  const byNode = new Map<string, BrokenOffWork<unknown>[]>();
  // Nodes take up what is theirs in the same turn.
  RED.events.on('flows:started', () => setImmediate(() => byNode.clear()));
  return byNode;
});

type Runtime = Parameters<typeof brokenOffIn>[0];

/** The messages that a node is at work on, which go on in its next life where a deploy closes it. */
export class BrokenOff<Outcome> {
  /** How many messages it is at work on. */
  private atWork = 0;
  private readonly kept: BrokenOffWork<Outcome>[] = [];
  private settled: (() => void) | undefined;

  /** @param takeUp gets each message that an earlier life of the node was at work on, and its outcome where that is known */
  constructor(
    private readonly RED: Runtime,
    private readonly node: Node,
    takeUp: (message: SoilMessage, outcome?: () => Outcome) => void,
  ) {
    const byNode = brokenOffIn(RED);
    const takeAllUp = (): Promise<void> => {
      const works = (byNode.get(node.id) ?? []) as BrokenOffWork<Outcome>[];
      byNode.delete(node.id);
      for (const { message, outcome } of works) takeUp(message, outcome);
      return Promise.resolve();
    };
    whenFlowsStarted(RED, node, takeAllUp, (error) => node.warn(String(error)));
    node.on('close', (removed: boolean, done: () => void) => void this.close(removed).then(done));
  }

  /**
   * Does the work of one message. Where the node is closed meanwhile, what that gives is for the next life.
   *
   * @param work leaves the message as it is where `signal` breaks it off
   * @param leaving to be awaited before the outcome, or an error, goes out
   * @throws what the work throws; the signal's reason
   */
  async workOn(message: SoilMessage, signal: AbortSignal, work: () => Promise<Outcome>, leaving: () => Promise<void> | undefined): Promise<Outcome> {
    const entry: BrokenOffWork<Outcome> = { message, isInJournal: false };
    // At once: nodes with a journal close, too, and what they know of messages ends with them.
    const look = (): void => void (entry.isInJournal = this.isInJournal(message));
    let lookNoMore: (() => void) | undefined;
    // One that was on its way when the node was closed comes after that.
    if (signal.aborted) look();
    else lookNoMore = onAbort(signal, look);
    this.atWork++;
    try {
      try {
        const given = await work();
        entry.outcome = () => given;
      } catch (error) {
        // Broken off, it has no outcome.
        if (signal.aborted) throw error;
        entry.outcome = () => {
          throw error;
        };
      }
      const left = leaving();
      if (left) await left;
      signal.throwIfAborted();
      return entry.outcome();
    } finally {
      this.atWork--;
      if (signal.aborted) this.keep(entry);
      else lookNoMore?.();
    }
  }

  private isInJournal({ _msgid: messageId, ...message }: SoilMessage): boolean {
    return messagesAtWork(this.RED).isAtWork(messageId ?? '', jobIn(message));
  }

  private keep(entry: BrokenOffWork<Outcome>): void {
    this.kept.push(entry);
    if (this.atWork === 0) this.settled?.();
  }

  /** Resolves when nothing is at work any more: two lives would change the same message. */
  private async close(removed: boolean): Promise<void> {
    // Node-RED delivers a turn after the sending.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.atWork > 0) await new Promise<void>((resolve) => (this.settled = resolve));
    const works = this.kept.filter(({ isInJournal }) => !isInJournal);
    if (works.length === 0) return;
    if (removed) return this.node.warn(`The node was deleted or disabled with ${messages(works.length)} under way, which went no further.`);
    brokenOffIn(this.RED).set(this.node.id, works);
    this.node.log(`Closed with ${messages(works.length)} under way: after a deploy they go on, a stop of Node-RED ends them.`);
  }
}

function messages(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
