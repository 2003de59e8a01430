const FIRST_DELAY_SECONDS = 0.5;
const LONGEST_DELAY_SECONDS = 30;

/**
 * Seconds before the next try: 0.5 doubling to 30, half of it fixed and half by chance, so that callers who failed together
 * do not come back together.
 *
 * @param failures How many tries have failed, from 1.
 * @param random A number from 0 up to 1.
 */
export function retryDelay(failures: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (failures - 1));
  return longest * (0.5 + 0.5 * random);
}
