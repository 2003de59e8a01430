import { TurnTaker } from './turn-taker';

/**
 * Long work that is written once, and done at once or in turns with other work: each `yield` is a place where it may rest. Two of them should be some
 * milliseconds apart at most, and some thousand items: a rest is not free.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Items between two steps. */
const ITEMS_AT_ONCE = 2048;

/** What `make` gives for each of many items, in their order. */
export function* madeInSteps<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    if (made.length % ITEMS_AT_ONCE === 0) yield;
  }
  return made;
}

/** Does all steps without a rest. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
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
