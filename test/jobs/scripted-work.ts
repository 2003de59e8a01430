import type { FlowWork } from '../../src/jobs/delivery/flow-work';
import type { FlowGate } from '../../src/jobs/delivery/flow-gate';

/** What nodes are at work on, as a test says, and the stops of all flows. */
export class ScriptedWork implements FlowWork {
  /** The `_msgid` of messages. */
  readonly at = new Set<string>();
  private readonly restarts = new Set<() => void>();
  private isStopped = false;

  watch(): () => void {
    return () => undefined;
  }

  isAtWork(messageId: string): boolean {
    return this.at.has(messageId);
  }

  areAllStopped(): boolean {
    return this.isStopped;
  }

  onRestart(restarted: () => void): () => void {
    this.restarts.add(restarted);
    return () => void this.restarts.delete(restarted);
  }

  stopAll(flowGate: FlowGate): void {
    this.isStopped = true;
    flowGate.close();
  }

  startAll(flowGate: FlowGate): void {
    flowGate.open();
    for (const restarted of this.restarts) restarted();
    this.isStopped = false;
    this.at.clear();
  }
}
