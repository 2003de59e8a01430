/** A number cut to its first digits: a person's eye takes no more than three or four of them. */
export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The most digits that a number has which JSON can carry. */
const MOST_DIGITS = 17;

/** The same with as many digits more as are needed to see on which side of a limit the number is: 9.9996 is not 10 where less than 10 is wanted. */
export function significantBeside(value: number, digits: number, limit: number): number {
  let seen = significant(value, digits);
  for (let more = digits + 1; more <= MOST_DIGITS && seen < limit !== value < limit; more++) seen = significant(value, more);
  return seen;
}
