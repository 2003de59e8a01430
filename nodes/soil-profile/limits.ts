/** Of H3 cells: the finest are about one square metre each. */
export const RESOLUTION = { low: 0, high: 15, whole: true };

/** The share of a slice that must be covered, percent. */
export const COVERAGE = { low: 0, high: 100 };
