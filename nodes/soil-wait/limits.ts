/** Minutes until a wait is given up; a large number means never. */
export const TIMEOUT_MINUTES = { low: 0.001, high: 1_000_000_000 };

/** Seconds between two polls: a longer time would lead past the last possible date. */
export const POLL_SECONDS = { low: 0.001, high: 1_000_000_000 };
