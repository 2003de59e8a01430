import { onAbort } from './abort-watch';

/**
 * Waits for a result that others may wait for too. When the signal is aborted, or was before, `leave` is called and the promise rejects with the signal's
 * reason.
 */
export function abortable<T>(result: Promise<T>, signal: AbortSignal | undefined, leave?: () => void): Promise<T> {
  if (!signal) return result;
  return new Promise<T>((resolve, reject) => {
    const end = (): void => {
      leave?.();
      reject(signal.reason as Error);
    };
    if (signal.aborted) end();
    const ignoreSignal = onAbort(signal, end);
    const settle =
      <Outcome>(how: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        ignoreSignal();
        how(outcome);
      };
    result.then(settle(resolve), settle(reject));
  });
}
