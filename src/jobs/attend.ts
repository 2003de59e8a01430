import { onAbort } from '../transport/abort-watch';

/**
 * Waits for a result that others may wait for too. When the signal is aborted, `leave` is called and the promise rejects with the signal's
 * reason.
 */
export function attend<T>(result: Promise<T>, signal: AbortSignal | undefined, leave: () => void): Promise<T> {
  if (!signal) return result;
  return new Promise<T>((resolve, reject) => {
    const ignoreSignal = onAbort(signal, () => {
      leave();
      reject(signal.reason as Error);
    });
    result.finally(ignoreSignal).then(resolve, reject);
  });
}
