import { systemClock } from '../../time/clock';
import { throughGate } from '../../transport/through-gate';
import { OriginGate } from '../../transport/origin-gate';

/** Reading is work of the processor: more of them at once take longer, each with its file open and its records in memory. */
const AT_A_TIME = 4;

/**
 * Turns of the readings of a node: thousands that began together would take all memory, or all files that a process may have open. Those in batches
 * go on beside them, except for what an earlier life of the node left: such a reading ends when the flow has taken it, and the flow may lead to the same
 * node.
 */
export class ReadingTurns {
  private readonly gate = new OriginGate({ requestsPerSecond: Infinity, maxConcurrent: AT_A_TIME, patienceMs: Infinity, clock: systemClock });

  /**
   * Does the work when it is its turn.
   *
   * @throws what the work throws; the signal's reason
   */
  inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return throughGate(this.gate, { signal }, work);
  }
}
