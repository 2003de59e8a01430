import { rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** On Windows a file cannot be renamed or removed while another program looks at it, as virus scanners do with every new one: two seconds in all. */
const RETRIES = 6;
const STEP_MS = 100;
const HELD = ['EPERM', 'EACCES', 'EBUSY'];

/** Moves what has been written to its place, also where another program holds it for a moment. */
export async function moveToPlace(draft: string, target: string): Promise<void> {
  for (let retry = 1; ; retry++) {
    try {
      return await rename(draft, target);
    } catch (error) {
      if (retry > RETRIES || !HELD.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await pause(retry * STEP_MS);
    }
  }
}

/** Removes a file, or a folder with all that is in it, with the same patience. Nothing happens where it is not there. */
export function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: RETRIES, retryDelay: STEP_MS });
}
