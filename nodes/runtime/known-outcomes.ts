import type { Node, NodeMessage } from 'node-red';
import type { Outcome } from './outcome';

/** Messages that come in with the outcome of work that was done before, as in an earlier life of their node. */
export class KnownOutcomes<Result> {
  private readonly outcomes = new WeakMap<NodeMessage, Outcome<Result>>();

  constructor(private readonly node: Pick<Node, 'receive'>) {}

  bringIn(message: NodeMessage, outcome: Outcome<Result>): void {
    this.outcomes.set(message, outcome);
    this.node.receive(message);
  }

  has(message: NodeMessage): boolean {
    return this.outcomes.has(message);
  }

  /** Once for each time that it was brought in: the same message may come in again, to be worked on. */
  take(message: NodeMessage): Outcome<Result> | undefined {
    const outcome = this.outcomes.get(message);
    this.outcomes.delete(message);
    return outcome;
  }
}
