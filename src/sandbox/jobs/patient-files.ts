import { rename, rm, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Two seconds in all: on Windows, a file cannot be renamed or removed while another program has it open, as virus scanners do with every new one. */
const RETRIES = 6;
const STEP_MS = 100;
const HELD = ['EPERM', 'EACCES', 'EBUSY'];

/** Moves a finished draft to its place, even if another program holds it for a moment. */
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

/** Writes a file through to the disk, unless Node.js runs with `--permission`, where it refuses that to all programs. */
export async function sync(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') throw error;
  }
}

/** Removes a file, or a folder with its contents, with the same patience; does nothing if it is not there. */
export function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: RETRIES, retryDelay: STEP_MS });
}
