import { setImmediate } from 'node:timers/promises';

/** How long work may keep the event loop to itself. */
const LONGEST_TURN_MS = 8;

/**
 * The same items, with the event loop's turn in between: making a large file must not hold up those who ask for something small.
 * @throws the signal's reason once it is aborted
 */
export async function* unhurried<T>(items: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > LONGEST_TURN_MS) {
      await setImmediate();
      since = performance.now();
    }
    signal.throwIfAborted();
    yield item;
  }
}
