import { TurnTaker } from './turn-taker';

/** Items between two looks at the clock. */
const ITEMS_AT_ONCE = 128;
/** Items that are sorted in one go. */
const RUN = 4096;

/**
 * Does something with each of many items and gives other work its turn meanwhile: a message may hold hundreds of thousands.
 * Rejects with the signal's reason when aborted.
 */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void, signal?: AbortSignal): Promise<void> {
  const turns = new TurnTaker();
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_AT_ONCE === 0) await turns.rest(signal);
  }
}

/** What `make` gives for each of many items, in their order; see {@link inTurns}. */
export async function madeInTurns<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made, signal?: AbortSignal): Promise<Made[]> {
  const made: Made[] = [];
  await inTurns(items, (item) => made.push(make(item)), signal);
  return made;
}

/** Many items in order, stable for equals: short runs are sorted, then merged; see {@link inTurns}. */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  signal?: AbortSignal,
): Promise<Item[]> {
  let from = [...items];
  const turns = new TurnTaker();
  for (let start = 0; start < from.length; start += RUN) {
    for (const [at, item] of from.slice(start, start + RUN).sort(compare).entries()) from[start + at] = item;
    await turns.rest(signal);
  }
  for (let run = RUN; run < from.length; run *= 2) {
    const to: Item[] = [];
    for (let start = 0; start < from.length; start += 2 * run) {
      const [middle, end] = [Math.min(start + run, from.length), Math.min(start + 2 * run, from.length)];
      let [left, right] = [start, middle];
      while (left < middle || right < end) {
        const takeLeft = right === end || (left < middle && compare(from[left]!, from[right]!) <= 0);
        to.push(from[takeLeft ? left++ : right++]!);
        if (to.length % ITEMS_AT_ONCE === 0) await turns.rest(signal);
      }
    }
    from = to;
  }
  return from;
}
