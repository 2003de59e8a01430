import { setMaxListeners } from 'node:events';
import type { Node } from 'node-red';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { CallOptions } from '../../src/service/soil-service';
import { noteLateArrival } from './keeping/just-left';
import { KnownOutcomes } from './known-outcomes';
import type { Outcome } from './outcome';
import { faultOfSoilPart, type SoilMessage } from './soil-message';
import { ERROR_SEEN_MS, type NodeStatus } from './status/node-status';

/** What a node sends: a message, or one for each output. */
type Sent = SoilMessage | (SoilMessage | null)[];

/** What work brings: something to send, or nothing. */
export type Sendable = Sent | null;

/** What all messages of a node share. */
interface Workplace {
  signal: AbortSignal;
  call: CallOptions;
  inFlight: number;
}

/** What a handler gets besides its message. Kept small: ten thousand messages may wait in a node. */
export class Handling {
  constructor(
    private readonly workplace: Workplace,
    private readonly sendNow: (message: Sent) => void,
  ) {}

  /** Aborted when the node closes. */
  get signal(): AbortSignal {
    return this.workplace.signal;
  }

  /** Signal, fairness key and delay display, ready for a call of the service. */
  get call(): CallOptions {
    return this.workplace.call;
  }

  /** Sends ahead of the result, for example progress. */
  send(message: Sent): void {
    this.sendNow(message);
  }

  /** How many messages this node is working on, this one included. */
  inFlight(): number {
    return this.workplace.inFlight;
  }
}

/**
 * Wires a node's input: what `work` returns is sent, what it throws becomes one red status and one `done(err)`.
 * Work that was broken off because the node is closing throws the signal's reason, and nothing is reported: the node's next life takes it up, from a
 * journal or from memory (`BrokenOff`). Any other error is reported even while the node is closing: nothing else holds that message any more.
 *
 * The returned function brings in a message whose outcome is known from an earlier life of the node, so that Complete and Catch nodes hear of it as
 * of any other.
 */
export function handleInput(
  node: Node,
  status: NodeStatus,
  work: (msg: SoilMessage, handling: Handling) => Promise<Sendable>,
  close?: () => Promise<void>,
): (message: FlowMessage, outcome: Outcome<Sendable>) => void {
  const closing = new AbortController();
  // Hundreds of messages may wait on one signal: that is no leak.
  setMaxListeners(0, closing.signal);
  const { signal } = closing;
  const call: CallOptions = {
    signal,
    flow: node.id,
    onDelay: (delay) => status.showDelay(delay),
    onDelayOver: () => status.delayIsOver(workplace.inFlight),
  };
  const workplace: Workplace = { signal, call, inFlight: 0 };

  /** Calls `done` once, even if a node behind throws. */
  const end = (done: (error?: Error) => void, error?: Error): void => {
    try {
      done(error);
    } catch (thrown) {
      node.warn((thrown as Error).message);
    }
  };
  const showOthers = othersShown(status, workplace);
  const fail = (error: unknown, done: (error?: Error) => void): void => {
    if (signal.aborted && error === signal.reason) return;
    status.showError(error);
    end(done, error instanceof Error ? error : new Error(String(error)));
  };
  const succeed = (result: Sendable, send: (message: Sent) => void, done: (error?: Error) => void): void => {
    try {
      if (result !== null) send(result);
    } catch (error) {
      return fail(error, done);
    }
    end(done);
  };

  const known = new KnownOutcomes<Sendable>(node);
  const workOn = (msg: SoilMessage, handling: Handling): Promise<Sendable> => {
    const outcome = known.take(msg);
    if (outcome) return 'error' in outcome ? Promise.reject(outcome.error) : Promise.resolve(outcome.result);
    // Not thrown: Node-RED would report it to a Catch node, but the message would count as at work here for ever.
    const fault = faultOfSoilPart(msg);
    return fault ? Promise.reject(fault) : work(msg, handling);
  };

  node.on('input', (msg, send, done) => {
    workplace.inFlight += 1;
    if (signal.aborted) noteLateArrival(node.id, msg._msgid);
    // One promise per waiting message, not one per step.
    void workOn(msg as SoilMessage, new Handling(workplace, send)).then(
      (result) => {
        workplace.inFlight -= 1;
        succeed(result, send, done);
        showOthers(false);
      },
      (error: unknown) => {
        workplace.inFlight -= 1;
        fail(error, done);
        showOthers(true);
      },
    );
  });

  node.on('close', (done: () => void) => {
    closing.abort(new Error('The node was closed.'));
    status.close();
    void (close?.() ?? Promise.resolve()).catch((error: Error) => node.warn(error.message)).then(done);
  });
  return (message, outcome) => known.bringIn(message, outcome);
}

/**
 * Gives what shows, after a message has ended, that the node is working on others: a turn later, so that messages that end together show the end of
 * the last one, and after an error only once it could be seen.
 */
function othersShown(status: NodeStatus, workplace: Readonly<Workplace>): (isFailed: boolean) => void {
  let isToShow = false;
  const show = (): void => {
    isToShow = false;
    status.stillAtWork(workplace.inFlight);
  };
  return (isFailed) => {
    if (isToShow || workplace.inFlight === 0) return;
    isToShow = true;
    if (isFailed) setTimeout(show, ERROR_SEEN_MS).unref();
    else setImmediate(show);
  };
}
