import { collectGarbage } from './collect-garbage';

/** Bytes of the heap that are in use once what can go is collected. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
