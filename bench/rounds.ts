/** Each contestant's results, one for each round. */
type Results<Names extends string> = Record<Names, number[]>;

/**
 * Measures contestants in turn, round by round, reversing the order each time: whatever happens to the machine meanwhile affects all of them.
 * Before the first round each one runs once unmeasured.
 */
export async function inTurn<Names extends string>(rounds: number, contestants: Record<Names, () => Promise<number>>): Promise<Results<Names>> {
  const names = Object.keys(contestants) as Names[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Results<Names>;
  for (const name of names) await contestants[name]();
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) results[name].push(await contestants[name]());
  }
  return results;
}
