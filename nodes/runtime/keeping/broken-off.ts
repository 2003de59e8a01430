import type { Node } from 'node-red';
import { jobIn } from '../../../src/jobs/messages/told-job';
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
  private readonly atWork = new Set<BrokenOffWork<Outcome>>();
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
    // One that was on its way when the node was closed is looked at here.
    const entry: BrokenOffWork<Outcome> = { message, isInJournal: signal.aborted && this.isInJournal(message) };
    this.atWork.add(entry);
    try {
      entry.outcome = await outcomeOf(work, signal);
      await leaving();
      signal.throwIfAborted();
      return entry.outcome();
    } finally {
      if (!signal.aborted) this.atWork.delete(entry);
      else this.keep(entry);
    }
  }

  private isInJournal({ _msgid: messageId, ...message }: SoilMessage): boolean {
    return messagesAtWork(this.RED).isAtWork(messageId ?? '', jobIn(message));
  }

  private keep(entry: BrokenOffWork<Outcome>): void {
    this.atWork.delete(entry);
    this.kept.push(entry);
    if (this.atWork.size === 0) this.settled?.();
  }

  /** Resolves when nothing is at work any more: two lives would change the same message. */
  private async close(removed: boolean): Promise<void> {
    // At once: nodes with a journal close, too, and what they know of messages ends with them.
    for (const entry of [...this.atWork, ...this.kept]) entry.isInJournal = this.isInJournal(entry.message);
    // Node-RED delivers a turn after the sending.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.atWork.size > 0) await new Promise<void>((resolve) => (this.settled = resolve));
    const works = this.kept.filter(({ isInJournal }) => !isInJournal);
    if (works.length === 0) return;
    if (removed) return this.node.warn(`The node was deleted or disabled with ${messages(works.length)} under way, which went no further.`);
    brokenOffIn(this.RED).set(this.node.id, works);
    this.node.log(`Closed with ${messages(works.length)} under way: after a deploy they go on, a stop of Node-RED ends them.`);
  }
}

/** What work gave, or failed with. Throws where the work was broken off: it has no outcome then. */
async function outcomeOf<Outcome>(work: () => Promise<Outcome>, signal: AbortSignal): Promise<() => Outcome> {
  try {
    const given = await work();
    return () => given;
  } catch (error) {
    if (signal.aborted) throw error;
    return () => {
      throw error;
    };
  }
}

function messages(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
