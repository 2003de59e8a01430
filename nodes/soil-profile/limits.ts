/** Resolution of H3 cells: the finest are about one square metre each. */
export const RESOLUTION = { low: 0, high: 15, whole: true };

/** The share of a slice that must be covered, percent. */
export const COVERAGE = { low: 0, high: 100 };

/** Whether a percentage was written as a share of 1: 0.9 is meant as 90. */
export function isShareOfOne(percent: number): boolean {
  return percent > 0 && percent < 1;
}
