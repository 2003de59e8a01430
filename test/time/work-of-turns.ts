interface Work {
  longest: number;
  all: number;
}

/**
 * Microseconds of the processor in the longest turn of the event loop, and in all of them: other programs on the machine do not count. The compiler and
 * the garbage collector do, which fall into any turn: of several tries, the one whose longest turn is the shortest is given.
 */
export async function workOfTurns(work: () => Promise<unknown>, times = 1): Promise<Work> {
  const tries: Work[] = [];
  while (tries.length < times) tries.push(await oneTry(work));
  return tries.reduce((best, one) => (one.longest < best.longest ? one : best));
}

async function oneTry(work: () => Promise<unknown>): Promise<Work> {
  const since = (start: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const start = process.cpuUsage();
  let turn = start;
  let longest = 0;
  const look = (): void => {
    longest = Math.max(longest, since(turn));
    turn = process.cpuUsage();
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work().finally(() => clearImmediate(next));
  return { longest, all: since(start) };
}
