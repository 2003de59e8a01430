/** Minutes until a wait is given up: whoever never wants to writes a large number. */
export const TIMEOUT_MINUTES = { low: 0.001, high: 1_000_000_000 };

/** Seconds between two polls. Times beyond this lead to dates that there are none of. */
export const POLL_SECONDS = { low: 0.001, high: 1_000_000_000 };
