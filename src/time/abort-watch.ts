/** One who wants to hear of an abort, and its place among those of the same signal. */
interface Watcher {
  readonly callback: () => void;
  place: number;
}

/**
 * Who wants to hear of a signal's abort: one listener at the signal itself, however many callers share it. Lists, not sets: V8 rebuilds a set
 * after every few dozen entries that came and went, and each dead one keeps what its successor held until the whole heap is collected.
 */
const watchers = new WeakMap<AbortSignal, Watcher[]>();

/**
 * Calls back once when the signal is aborted, in no particular order; gives a function that calls it off. Thousands of exchanges may share a signal (one for
 * each redeploy): both steps take constant time, whereas listeners of their own would be searched for in a list.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal || signal.aborted) return nothing;
  const list = watchers.get(signal) ?? watch(signal);
  const watcher: Watcher = { callback, place: list.length };
  list.push(watcher);
  return () => remove(watcher, list);
}

function watch(signal: AbortSignal): Watcher[] {
  const list: Watcher[] = [];
  watchers.set(signal, list);
  signal.addEventListener(
    'abort',
    () => {
      watchers.delete(signal);
      for (const watcher of list.slice()) {
        // Another one may have called it off meanwhile.
        if (list[watcher.place] !== watcher) continue;
        remove(watcher, list);
        watcher.callback();
      }
    },
    { once: true },
  );
  return list;
}

/** The last one takes the place of the removed one. */
function remove(watcher: Watcher, list: Watcher[]): void {
  if (list[watcher.place] !== watcher) return;
  const last = list.pop() as Watcher;
  if (last === watcher) return;
  list[watcher.place] = last;
  last.place = watcher.place;
}

function nothing(): void {
  // No abort will come: there is nothing to call off.
}
