/** The process that started this one. */
const PARENT = process.ppid;
const LOOK_MS = 500;

/**
 * Calls back once when this program is told to stop, by SIGINT (Ctrl+C) or SIGTERM sent to it or to the npm that runs it. npm passes a signal only to
 * its shell, and the program in the shell can only notice that the shell is gone.
 */
export function onStop(stop: () => void): void {
  const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const looking = isRunByNpm ? setInterval(() => process.ppid !== PARENT && end(), LOOK_MS).unref() : undefined;
  function end(): void {
    clearInterval(looking);
    process.off('SIGINT', end).off('SIGTERM', end);
    stop();
  }
  process.on('SIGINT', end).on('SIGTERM', end);
}
