/** Who wants to hear of a signal's abort. One listener at the signal itself, however many callers share it. */
const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when the signal is aborted; gives a function that calls it off. A signal may be shared by thousands of exchanges (one for each
 * redeploy): both steps take the same time for each, where a listener for each would be looked for in a list.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return nothing;
  const callbacks = watchers.get(signal) ?? watch(signal);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function watch(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  watchers.set(signal, callbacks);
  signal.addEventListener(
    'abort',
    () => {
      watchers.delete(signal);
      for (const callback of callbacks) callback();
    },
    { once: true }
  );
  return callbacks;
}

function nothing(): void {
  // No signal: there is nothing to call off.
}
