import { collectGarbage } from './collect-garbage';

/** Bytes of the heap that are in use after garbage collection. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
