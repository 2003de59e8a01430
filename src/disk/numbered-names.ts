const HIGHEST_NUMBER = 9999;

/**
 * The names to try for something that must not replace anything: the name itself, then with `-2`, `-3` and so on.
 *
 * @param withSuffix gives the name with a suffix where its number goes
 */
export function* numberedNames(name: string, withSuffix: (suffix: string) => string): Generator<string> {
  yield name;
  for (let number = 2; number <= HIGHEST_NUMBER; number++) yield withSuffix(`-${number}`);
}

/** The error when all of them have been tried. */
export function allNumbersTaken(): Error {
  return Object.assign(new Error('all numbers are taken'), { code: 'EEXIST' });
}
