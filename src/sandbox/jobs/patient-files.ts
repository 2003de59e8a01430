import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Two seconds in all: on Windows, a file cannot be renamed or removed while another program has it open, as virus scanners do with every new one. */
const RETRIES = 6;
const STEP_MS = 100;
const HELD = ['EPERM', 'EACCES', 'EBUSY'];

/** Whether a name is of what {@link writeWhole} leaves of the file of a job if the process ends during it. */
export function isDraft(name: string): boolean {
  return /^[0-9a-f-]{36}\.\w+\.[0-9a-f-]{36}\.draft$/.test(name);
}

/** Writes a file that is there whole or not at all, whenever the process ends. */
export async function writeWhole<Result>(target: string, write: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const draft = `${target}.${randomUUID()}.draft`;
  try {
    // Somebody who tidied up, or a system that clears its place for temporary files, may have removed the folder while the sandbox runs.
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(draft, 'wx');
    let result: Result;
    try {
      result = await write(file);
    } finally {
      await file.close();
    }
    await moveToPlace(draft, target);
    return result;
  } catch (error) {
    await remove(draft);
    throw error;
  }
}

/** Moves a finished draft to its place, even if another program holds it for a moment. */
async function moveToPlace(draft: string, target: string): Promise<void> {
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
export function remove(at: string): Promise<void> {
  return rm(at, { recursive: true, force: true, maxRetries: RETRIES, retryDelay: STEP_MS });
}
