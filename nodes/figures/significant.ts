/** A number rounded to its first digits: people take in no more than three or four. */
export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The most significant digits that a double needs. */
const MOST_DIGITS = 17;

/** The same, with as many more digits as show on which side of a limit the number is: 9.9996 must not become 10 if less than 10 is wanted. */
export function significantBeside(value: number, digits: number, limit: number): number {
  let seen = significant(value, digits);
  for (let more = digits + 1; more <= MOST_DIGITS && seen < limit !== value < limit; more++) seen = significant(value, more);
  return seen;
}
