import { TurnTaker } from './turn-taker';

/**
 * Long work that is written once, and done at once or in turns with other work: each `yield` is a place where it may rest. Two of them should be some
 * milliseconds apart at most, and some thousand items: a rest is not free.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Items between two steps. */
const ITEMS_AT_ONCE = 2048;
/** Items that are sorted in one go, and that are merged between two steps: comparing two may take a microsecond. */
const RUN = 4096;
const MERGED_AT_ONCE = 512;

/** What `make` gives for each of many items, in their order. */
export function* madeInSteps<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Steps<Made[]> {
  const made: Made[] = [];
  yield* eachInSteps(items, (item) => made.push(make(item)));
  return made;
}

/** Does something with each of many items, in their order. */
export function* eachInSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Steps<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % ITEMS_AT_ONCE === 0) yield;
  }
}

/** Many items in order, stable for equals: short runs are sorted, then merged. */
export function* sortedInSteps<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  if (items.length <= RUN) return items.toSorted(compare);
  let sorted: Item[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    sorted.push(...items.slice(start, start + RUN).sort(compare));
    yield;
  }
  for (let run = RUN; run < sorted.length; run *= 2) sorted = yield* merged(sorted, run, compare);
  return sorted;
}

/** Sorted runs of one length, merged in pairs. */
function* merged<Item>(from: readonly Item[], run: number, compare: (a: Item, b: Item) => number): Steps<Item[]> {
  const to: Item[] = [];
  for (let start = 0; start < from.length; start += 2 * run) {
    const [middle, end] = [Math.min(start + run, from.length), Math.min(start + 2 * run, from.length)];
    let [left, right] = [start, middle];
    while (left < middle || right < end) {
      const takeLeft = right === end || (left < middle && compare(from[left]!, from[right]!) <= 0);
      to.push(from[takeLeft ? left++ : right++]!);
      if (to.length % MERGED_AT_ONCE === 0) yield;
    }
  }
  return to;
}

/** Does all steps without a rest. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does all steps at once if they go over few items, as most do: to give other work its turn between them would take longer. Otherwise as {@link byTurns}. */
export function soon<Result>(items: number, steps: Steps<Result>, signal?: AbortSignal): Result | Promise<Result> {
  return items <= RUN ? atOnce(steps) : byTurns(steps, signal);
}

/** Does all steps and gives other work its turn between them. Rejects with the signal's reason when aborted. */
export async function byTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  const turns = new TurnTaker();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turns.rest(signal);
  }
}
