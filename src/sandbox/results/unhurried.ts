import { setImmediate } from 'node:timers/promises';

/** How long work may block the event loop. */
const LONGEST_TURN_MS = 8;

/**
 * The same items, with turns for the event loop in between: making a large file must not hold up small requests.
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
