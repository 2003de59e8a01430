/** Records in one message at most, where they are given in batches. */
export const LARGEST_BATCH = 10_000_000;
