import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Node } from 'node-red';
import type { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { jobNameIn } from '../../../src/jobs/messages/told-job';
import { counted } from '../../../src/text/counted';
import { onAbort } from '../../../src/time/abort-watch';
import { KnownOutcomes } from '../known-outcomes';
import type { Outcome } from '../outcome';
import type { SoilMessage } from '../soil-message';
import { wiresOf } from '../wires';
import { memoryFlowGateOf } from './flow-changes';
import { whenFlowsStarted } from './flows-started';
import { hasArrivedLate, JustLeft, nodesBehind } from './just-left';
import { messagesAtWork } from './messages-at-work';
import { onePerRuntime } from './one-per-runtime';

/** A message that a node was working on when it was closed, with the outcome if it was known by then. */
interface BrokenOffWork<Result> {
  /** How many messages came to this node before it. */
  before: number;
  message: SoilMessage;
  /** The name of the job with which it came: soil-data removes it. */
  job: string;
  /** Absent if the work did not end. */
  outcome?: Outcome<Result>;
  /** A node with a journal still has it, and sends it again itself. */
  isInJournal: boolean;
}

/** Takes up a message that an earlier life of a node was working on, with its outcome if that is known. */
type TakeUp = (message: SoilMessage, outcome: Outcome<unknown> | undefined) => void;

interface Kept {
  node: Node;
  works: BrokenOffWork<unknown>[];
}

/**
 * What nodes were working on when they were closed, by node, until their next life takes it up. In memory only: a deploy leaves memory alone, and
 * asking again costs a request but no job, which is not worth a file. Node-RED waits 15 s for a node to close; if that takes longer, the next life
 * may be there first.
 */
const brokenOffIn = onePerRuntime((RED) => {
  const kept = new Map<string, Kept>();
  const lives = new Map<string, TakeUp>();
  /** Called right before nodes are stopped, for each node that is there. */
  const atStop = new Set<() => void>();
  RED.events.on('flows:stopping', ({ type }: { type?: string }) => {
    atStop.forEach((look) => look());
    if (type === 'full') leaveToJournal(RED, kept);
  });
  // Nodes take up what is theirs in the same turn.
  RED.events.on('flows:started', () =>
    setImmediate(() => {
      for (const { node, works } of kept.values()) node.warn(notTakenUp(works.length));
      kept.clear();
    }),
  );
  return { kept, lives, atStop };
});

type Runtime = Parameters<typeof brokenOffIn>[0];

/**
 * The messages that a node is working on, in memory only; if a deploy closes it, its next life goes on with them. What has ended is sent once the nodes
 * behind are there, and again if a deploy stopped these while it was on its way.
 */
export class BrokenOff<Result> {
  /** How many messages it is at work on. */
  private atWork = 0;
  private begun = 0;
  private readonly kept: BrokenOffWork<Result>[] = [];
  private readonly justLeft = new JustLeft<BrokenOffWork<Result>>();
  /** Of messages that ended in an earlier life, or were dropped on their way, until they have come in. */
  private readonly known: KnownOutcomes<Result>;
  /** What was on its way when nodes were last stopped, and was dropped. */
  private dropped: Promise<readonly BrokenOffWork<Result>[]> = Promise.resolve([]);
  private isClosing = false;
  private settled: (() => void) | undefined;
  /** Present once it is closed: what comes later is given on at once. */
  private closed: { removed: boolean } | undefined;
  private readonly flowGate: FlowGate;

  /** @param bringIn takes a message whose work ended in an earlier life; without it, the message comes in again, and {@link workOn} knows its outcome */
  constructor(
    private readonly RED: Runtime,
    private readonly node: Node,
    bringIn = (message: SoilMessage, outcome: Outcome<Result>): void => this.known.bringIn(message, outcome),
  ) {
    this.known = new KnownOutcomes(node);
    this.flowGate = memoryFlowGateOf(RED);
    const { kept, lives, atStop } = brokenOffIn(RED);
    const takeUp: TakeUp = (message, outcome) => (outcome ? bringIn(message, outcome as Outcome<Result>) : node.receive(message));
    const look = (): void => this.lookForDropped();
    atStop.add(look);
    const takeAllUp = (): void => {
      lives.set(node.id, takeUp);
      const { works = [] } = kept.get(node.id) ?? {};
      kept.delete(node.id);
      for (const { message, outcome } of works) takeUp(message, outcome);
    };
    // In the turn in which it closes: the next life may be there before this one has ended.
    node.on('close', () => {
      this.isClosing = true;
      lives.delete(node.id);
      atStop.delete(look);
    });
    whenFlowsStarted(RED, node, takeAllUp, (error) => node.warn(String(error)));
    node.on('close', (removed: boolean, done: () => void) => void this.close(removed).then(done));
  }

  /** Whether a message that comes in has ended before: {@link workOn} then does no work, and gives its outcome. */
  hasEnded(message: SoilMessage): boolean {
    return this.known.has(message);
  }

  /**
   * Does the work for one message. If the node is closed meanwhile, the outcome goes to its next life.
   *
   * @param work leaves the message as it is if `signal` breaks it off
   * @throws what the work throws; the signal's reason
   */
  async workOn(message: SoilMessage, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const entry: BrokenOffWork<Result> = { before: this.begun++, message, job: jobNameIn(message), isInJournal: false };
    // At once: nodes with a journal close too, and then no longer know of the message.
    const look = (): void => void (entry.isInJournal = this.isInJournal(entry));
    let lookNoMore: (() => void) | undefined;
    // A message that was on its way when the node was closed arrives afterwards.
    if (signal.aborted) look();
    else lookNoMore = onAbort(signal, look);
    this.atWork++;
    const known = this.known.take(message);
    try {
      try {
        entry.outcome = known ?? { result: await work() };
      } catch (error) {
        // Broken off, it has no outcome.
        signal.throwIfAborted();
        entry.outcome = { error };
      }
      // What was sent before it, and dropped, goes first.
      if (!known) await this.dropped;
      const held = this.flowGate.whenOpen(signal);
      if (held) await held;
      signal.throwIfAborted();
      if ('error' in entry.outcome) throw entry.outcome.error;
      return entry.outcome.result;
    } finally {
      this.atWork--;
      if (signal.aborted) {
        this.keep(entry);
      } else {
        lookNoMore?.();
        if (entry.outcome && 'result' in entry.outcome) this.justLeft.add(entry);
      }
    }
  }

  private isInJournal({ message, job }: BrokenOffWork<Result>): boolean {
    const work = messagesAtWork(this.RED);
    // A node that keeps its messages sends one again only if all flows were stopped.
    return work.areAllStopped() && work.isAtWork(message._msgid ?? '', job);
  }

  private keep(entry: BrokenOffWork<Result>): void {
    if (this.closed) return this.giveOn([entry], this.closed.removed);
    this.kept.push(entry);
    if (this.atWork === 0) this.settled?.();
  }

  /**
   * Nodes are about to be stopped. What is on its way to them alone is sent again: Node-RED drops it, unless it arrives at a node that accepts messages
   * while it closes. Nothing is, if `settings.js` makes Node-RED deliver at once: then the next node has it before `send` returns.
   */
  private lookForDropped(): void {
    const { runtimeSyncDelivery: isDelivered } = this.RED.settings as { runtimeSyncDelivery?: unknown };
    if (isDelivered || this.justLeft.onTheirWay.length === 0) return;
    const wires = wiresOf(this.node);
    const ways = this.justLeft.onTheirWay.map((entry) => ({ entry, to: nodesBehind(this.RED, sentBy(entry), wires) }));
    // Node-RED delivers one turn after sending.
    this.dropped = nextTurn().then(() => {
      const isGone = ([id, node]: readonly [string, unknown]): boolean => this.RED.nodes.getNode(id) !== node;
      const lost = ways.filter(({ entry, to }) => to.length > 0 && to.every(isGone) && !hasArrivedLate(sentBy(entry), wires)).map(({ entry }) => entry);
      for (const entry of lost) entry.isInJournal = this.isInJournal(entry);
      if (this.isClosing) return lost;
      for (const { message, outcome } of lost) this.known.bringIn(message, outcome!);
      return [];
    });
  }

  /** Resolves when nothing is at work any more: two lives would change the same message. */
  private async close(removed: boolean): Promise<void> {
    const [dropped] = await Promise.all([this.dropped, nextTurn()]);
    if (this.atWork > 0) await new Promise<void>((resolve) => (this.settled = resolve));
    this.closed = { removed };
    this.giveOn([...this.kept, ...dropped].sort((one, other) => one.before - other.before), removed);
  }

  /** To the next life, which may be there already. */
  private giveOn(all: readonly BrokenOffWork<Result>[], removed: boolean): void {
    const works = all.filter(({ isInJournal }) => !isInJournal);
    if (works.length === 0) return;
    if (removed) return this.node.warn(notTakenUp(works.length));
    const { kept, lives } = brokenOffIn(this.RED);
    const next = lives.get(this.node.id);
    if (next) for (const { message, outcome } of works) next(message, outcome);
    // An earlier life that was slow to close may have left some.
    else kept.set(this.node.id, { node: this.node, works: [...(kept.get(this.node.id)?.works ?? []), ...works] });
    this.node.log(`Closed with ${counted(works.length, 'message')} under way: they go on after a deploy, but end if Node-RED stops.`);
  }
}

/**
 * All flows are stopped, and something is kept still: a deploy of some nodes could not start them again. A node with a journal sends again what it still
 * has of that.
 */
function leaveToJournal(RED: Runtime, kept: Map<string, Kept>): void {
  for (const [id, one] of kept) {
    one.works = one.works.filter(({ message, job }) => !messagesAtWork(RED).isAtWork(message._msgid ?? '', job));
    if (one.works.length === 0) kept.delete(id);
  }
}

function notTakenUp(count: number): string {
  return `The node was deleted or disabled with ${counted(count, 'message')} under way, which went no further.`;
}

function sentBy({ outcome }: BrokenOffWork<unknown>): unknown {
  return outcome && 'result' in outcome ? outcome.result : undefined;
}
