const HIGHEST_NUMBER = 9999;

/**
 * The names to try for what must not take the place of anything: as it is, then with `-2`, `-3` and so on.
 *
 * @param withSuffix the name with something put where its number goes
 */
export function* numberedNames(name: string, withSuffix: (suffix: string) => string): Generator<string> {
  yield name;
  for (let number = 2; number <= HIGHEST_NUMBER; number++) yield withSuffix(`-${number}`);
}

/** The error for who has tried them all. */
export function allNumbersTaken(): Error {
  return Object.assign(new Error('all numbers are taken'), { code: 'EEXIST' });
}
