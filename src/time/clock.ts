import { abortable } from './abortable';

/** Time as the engine sees it. Passed in, so that tests run on a clock of their own. */
export interface Clock {
  /** Wall time, milliseconds since 1970-01-01 UTC. May jump. For time stamps and for times that the service sends. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes back. For waiting and measuring. */
  monotonic(): number;
  /** Calls back once, after at least `ms` milliseconds of monotonic time. Gives a function that calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/**
 * `setTimeout` fires at once above 2^31-1 ms, and a suspended machine stops its clock: so waits are cut into slices. It also fires a millisecond
 * or two too early: so the time is checked again.
 */
const LONGEST_SLICE_MS = 60 * 60 * 1000;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const due = performance.now() + ms;
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      // Newer versions of Node warn of a negative time.
      timer = setTimeout(look, Math.max(0, Math.min(Math.ceil(left), LONGEST_SLICE_MS)));
    };
    const look = (): void => {
      const left = due - performance.now();
      if (left > 0) wait(left);
      else callback();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

/** Waits `ms` milliseconds. Rejects at once with the signal's reason when it is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  let callOff = (): void => undefined;
  const over = new Promise<void>((resolve) => (callOff = clock.after(ms, resolve)));
  return abortable(over, signal, callOff);
}
