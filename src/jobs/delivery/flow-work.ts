/** What the nodes of flows are at work on, behind those that keep messages: in their memory, a stop loses it. */
export interface FlowWork {
  /** From now on, it is known whether nodes are at work on a message, by its `_msgid`; until the function that this gives is called. */
  watch(messageId: string): () => void;
  /** Whether one is, with the message of that job; while flows are stopped, whether one was in that moment, and is stopped with it. */
  isAtWork(messageId: string, job: string): boolean;
  /** Whether all flows are stopped. */
  areAllStopped(): boolean;
  /** Calls back whenever flows start again of which all were stopped, while {@link isAtWork} still tells what was stopped; until the function that this gives is called. */
  onRestart(restarted: () => void): () => void;
}

/** Where nobody can tell. */
export const UNKNOWN_WORK: FlowWork = { watch: () => () => undefined, isAtWork: () => false, areAllStopped: () => false, onRestart: () => () => undefined };
