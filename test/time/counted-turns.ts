/** How many turns of the event loop other work has while `work` goes on: turns, not milliseconds, so that a fast machine counts as a slow one does. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => void (turns++, (next = setImmediate(count)));
  let next = setImmediate(count);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return turns;
}

/** Does `work` on a clock on which 20 ms pass between any two looks at it: work that looks at the clock to share the event loop then shares it each time. */
export async function onSlowMachine<Result>(work: () => Promise<Result>): Promise<Result> {
  let now = performance.now();
  const real = Object.getOwnPropertyDescriptor(performance, 'now');
  Object.defineProperty(performance, 'now', { value: () => (now += 20), configurable: true });
  try {
    return await work();
  } finally {
    if (real) Object.defineProperty(performance, 'now', real);
    else Reflect.deleteProperty(performance, 'now');
  }
}
