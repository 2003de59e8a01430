/** Records in one message, where they are given in batches; 0: all in one. */
export const BATCH = { low: 0, high: 10_000_000, whole: true };
