import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects what can go: of the whole heap, or of the young alone, where what was promoted stays. Needs no flag of the process. */
export const collectGarbage = ((): ((options?: { type: 'minor' }) => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (options?: { type: 'minor' }) => void;
})();
