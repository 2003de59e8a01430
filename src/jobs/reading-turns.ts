import { attend } from '../transport/attend';

/** Of one node. Reading is work of the processor: more of them at once take longer, each with its file open and its records in memory. */
const AT_A_TIME = 4;

interface NodeTurns {
  reading: number;
  waiting: Set<() => void>;
}

/**
 * Turns of the readings of nodes: thousands that began together would take all memory, or all files that a process may have open. Those in batches
 * go on beside them, except for what an earlier life of the node left: such a reading ends when the flow has taken it, and the flow may lead to the same
 * node.
 */
export class ReadingTurns {
  private readonly byNode = new Map<string, NodeTurns>();

  /**
   * Does the work when it is its turn.
   *
   * @throws what the work throws; the signal's reason
   */
  async inTurn<Result>(node: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const turns = this.byNode.get(node) ?? { reading: 0, waiting: new Set() };
    this.byNode.set(node, turns);
    if (turns.reading < AT_A_TIME) turns.reading += 1;
    else await this.wait(node, turns, signal);
    try {
      return await work();
    } finally {
      this.leave(node, turns);
    }
  }

  private async wait(node: string, turns: NodeTurns, signal: AbortSignal): Promise<void> {
    let isGiven = false;
    let begin = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      begin = () => {
        isGiven = true;
        resolve();
      };
    });
    turns.waiting.add(begin);
    await attend(turn, signal, () => {
      // Aborted in the moment in which it came: the next one has it.
      if (isGiven) this.leave(node, turns);
      else turns.waiting.delete(begin);
    });
  }

  private leave(node: string, turns: NodeTurns): void {
    const [next] = turns.waiting;
    if (next) {
      turns.waiting.delete(next);
      next();
      return;
    }
    turns.reading -= 1;
    if (turns.reading === 0) this.byNode.delete(node);
  }
}
