/** Microseconds of the processor in the longest turn of the event loop, and in all of them: other programs on the machine do not count. */
export async function workOfTurns(work: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
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
