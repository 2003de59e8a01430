import type { Delay } from './http-exchange';
import type { OriginGate } from './origin-gate';

/** What is said of whoever has work to do. */
export interface TurnOptions {
  /** Fairness key: the node on whose behalf it is. */
  flow?: string;
  signal?: AbortSignal;
  /** Told where others come first. */
  onDelay?: (delay: Delay) => void;
}

/**
 * Does work when it is one's turn at a gate, and holds the place until that has ended, well or not. Whoever waits holds neither a connection nor a file.
 *
 * @throws what the work throws; the signal's reason
 */
export async function throughGate<Result>(gate: OriginGate, { flow = '', signal, onDelay }: TurnOptions, work: () => Promise<Result>): Promise<Result> {
  signal?.throwIfAborted();
  const onWait = (reason: Delay['reason'], seconds: number): void => onDelay?.({ reason, seconds });
  await gate.enter({ flow, urgent: false, again: false, patienceMs: Infinity, signal, onWait });
  try {
    // Aborted in the moment in which it came: the next one has it.
    signal?.throwIfAborted();
    return await work();
  } finally {
    gate.leave(false);
  }
}
