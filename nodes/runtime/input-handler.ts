import { setMaxListeners } from 'node:events';
import type { Node } from 'node-red';
import type { CallOptions } from '../../src/service/soil-service';
import type { NodeStatus } from './node-status';
import type { SoilMessage } from './soil-message';

type Sendable = SoilMessage | (SoilMessage | SoilMessage[] | null)[] | null;

/** What a handler gets beside its message. */
export interface Turn {
  /** Aborted when the node closes. */
  signal: AbortSignal;
  /** Signal, fairness key and delay display, ready for a call of the service. */
  call: CallOptions;
  /** Sends ahead of the result, for example progress. */
  send(message: Sendable): void;
  /** How many messages this node works on, this one counted. */
  inFlight(): number;
}

/**
 * Wires a node's input: what `work` gives is sent, what it throws becomes one red status and one `done(err)`.
 * Work that a closing node broke off ends without an error: the person who deployed knows.
 */
export function handleInput(
  node: Node,
  status: NodeStatus,
  work: (msg: SoilMessage, turn: Turn) => Promise<Sendable>,
  close?: (removed: boolean) => Promise<void>,
): void {
  const closing = new AbortController();
  // Hundreds of messages may wait on one signal: that is no leak.
  setMaxListeners(0, closing.signal);
  let inFlight = 0;

  node.on('input', (msg, send, done) => {
    inFlight += 1;
    const turn: Turn = {
      signal: closing.signal,
      call: { signal: closing.signal, flow: node.id, onDelay: (delay) => status.showDelay(delay) },
      send: (message) => send(message as never),
      inFlight: () => inFlight,
    };
    work(msg as SoilMessage, turn)
      .then((result) => {
        inFlight -= 1;
        if (result !== null) send(result);
        done();
      })
      .catch((error: unknown) => {
        inFlight -= 1;
        if (closing.signal.aborted) {
          done();
          return;
        }
        status.showError(error);
        done(error instanceof Error ? error : new Error(String(error)));
      });
  });

  node.on('close', (removed: boolean, done: () => void) => {
    closing.abort(new Error('The node was closed.'));
    status.close();
    void (close?.(removed) ?? Promise.resolve()).catch((error: Error) => node.warn(error.message)).then(done);
  });
}
