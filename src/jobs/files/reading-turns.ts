import { Semaphore } from '../../time/semaphore';

/** Reading is work of the processor: more of them at once take longer, each with its file open and its records in memory. */
const AT_A_TIME = 4;

/**
 * Turns of the readings of a node: thousands that began together would take all memory, or all files that a process may have open. Those in batches
 * go on beside them, except for what an earlier life of the node left: such a reading ends when the flow has taken it, and the flow may lead to the same
 * node.
 */
export class ReadingTurns extends Semaphore {
  constructor() {
    super(AT_A_TIME);
  }
}
