/** What the nodes after those that keep messages are at work on: it is in memory only, and a stop loses it. */
export interface FlowWork {
  /** From now on, it is known whether nodes are at work on the message with that `_msgid`, until the returned function is called. */
  watch(messageId: string): () => void;
  /** Whether a node is at work on that message of that job; while flows are stopped, whether one was at the stop, and was stopped with it. */
  isAtWork(messageId: string, job: string): boolean;
  /** Whether all flows are stopped. */
  areAllStopped(): boolean;
  /** Calls back whenever flows start again after all were stopped, while {@link isAtWork} still tells what was; until the returned function is called. */
  onRestart(restarted: () => void): () => void;
}

/** For use where nobody can tell. */
export const UNKNOWN_WORK: FlowWork = { watch: () => () => undefined, isAtWork: () => false, areAllStopped: () => false, onRestart: () => () => undefined };
