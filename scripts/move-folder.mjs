import { rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const RETRIES = 10;
const STEP_MS = 100;

/** Moves a folder, trying for five seconds in all: on Windows that fails while a virus scanner has any file in it open, as with every new one. */
export async function moveFolder(from, to) {
  for (let retry = 1; ; retry++) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (retry > RETRIES || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error;
      await pause(retry * STEP_MS);
    }
  }
}
