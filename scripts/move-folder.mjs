import { rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const RETRIES = 10;
const STEP_MS = 100;

/** Moves a folder. On Windows that fails as long as a virus scanner looks at any file in it, as they do with every new one: five seconds in all. */
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
