/** Records per message; 0: all in one message, without batches. */
export const BATCH = { low: 0, high: 10_000_000, whole: true };
