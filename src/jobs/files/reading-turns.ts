import { Semaphore } from '../../time/semaphore';

/** Reading is work for the processor: more readings at once only take longer, each with its file open and its records in memory. */
const AT_A_TIME = 4;

/**
 * Turns for the readings of a node: thousands at once would take all memory, or all files that a process may have open. Readings in batches need none,
 * except those that an earlier life of the node left: they end only when the flow has taken them, and the flow may lead back to the same node.
 */
export class ReadingTurns extends Semaphore {
  constructor() {
    super(AT_A_TIME);
  }
}
