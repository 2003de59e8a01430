import { TurnTaker } from './turn-taker';

/** Items between two looks at the clock. */
const ITEMS_AT_ONCE = 128;

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
