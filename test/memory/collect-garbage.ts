import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage in the whole heap, or only in the young generation, if promoted objects stay. Needs no flag of the process. */
export const collectGarbage = ((): ((options?: { type: 'minor' }) => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (options?: { type: 'minor' }) => void;
})();
