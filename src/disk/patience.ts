import { setTimeout as pause } from 'node:timers/promises';
import { isSystemError } from '../errors/storage-error';

/**
 * On Windows a file cannot be renamed or removed while another program looks at it, as virus scanners do with every new one, and a folder not while one
 * looks at any file in it, as at a grid of gigabytes: ten seconds in all.
 */
const PAUSES_MS = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400, 600, 600, 1000, 2000, 5000] : [];

/** A call of the file system that is made again where another program may be in its way. Elsewhere than on Windows none ever is. */
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
