import assert from 'node:assert/strict';

/** Microseconds of the processor in the longest turn of the event loop, and in all of them. Other programs on the machine do not count. */
interface Work {
  longest: number;
  all: number;
}

/** The compiler and the garbage collector count, too, in any turn: what is in one try and in none of the others is theirs. */
export const TRIES = 3;

/** Does the work, again if its turns were too long. Rejects with an AssertionError that has the numbers of each try if none was short enough. */
export async function assertShortTurns(work: () => Promise<unknown>, areShort: (work: Work) => boolean, name = 'The work'): Promise<void> {
  const tries: string[] = [];
  while (tries.length < TRIES) {
    const one = await oneTry(work);
    if (areShort(one)) return;
    tries.push(`${one.longest} µs of ${one.all}`);
  }
  assert.fail(`${name} takes too long in one turn: ${tries.join(', ')}.`);
}

async function oneTry(work: () => Promise<unknown>): Promise<Work> {
  const since = (start: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const start = process.cpuUsage();
  let turn = start;
  let longest = 0;
  const endTurn = (): void => {
    longest = Math.max(longest, since(turn));
    turn = process.cpuUsage();
  };
  const look = (): void => {
    endTurn();
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work().finally(() => clearImmediate(next));
  // The last turn, in which nobody else had a look; it may have been the only one.
  endTurn();
  return { longest, all: since(start) };
}
