import { setTimeout as pause } from 'node:timers/promises';
import { isSystemError } from '../errors/storage-error';

/**
 * Ten seconds in all: on Windows, a file cannot be renamed or removed while another program has it open, as virus scanners do with every new one, nor
 * can a folder while any file in it is open, say a grid of gigabytes.
 */
const PAUSES_MS = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400, 600, 600, 1000, 2000, 5000] : [];

/** A file system call that is repeated if another program may be in its way, as happens only on Windows. */
export function patiently<Given extends unknown[], Result>(
  call: (...given: Given) => Promise<Result>,
  pausesMs: readonly number[] = PAUSES_MS,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    for (const ms of pausesMs) {
      try {
        return await call(...given);
      } catch (error) {
        if (!isSystemError(error, 'EPERM', 'EACCES', 'EBUSY')) throw error;
        await pause(ms);
      }
    }
    return call(...given);
  };
}
