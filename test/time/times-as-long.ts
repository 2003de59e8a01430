/** Microseconds of the processor, below which it cannot be told how long a work takes. */
const MEASURABLE = 20_000;

/** How many times as much of the processor the first work takes as the second one: the same on a slow machine as on a fast one, and beside other programs. */
export function timesAsLong(one: () => unknown, other: () => unknown): number {
  return timeOf(one) / timeOf(other);
}

/** Of one round, out of as many as can be measured; the least of three counts, since the compiler and the garbage collector may run in any of them. */
function timeOf(work: () => unknown): number {
  let rounds = 1;
  while (processorTime(work, rounds) < MEASURABLE) rounds *= 2;
  return Math.min(...[1, 2, 3].map(() => processorTime(work, rounds))) / rounds;
}

function processorTime(work: () => unknown, rounds: number): number {
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
