import type { Clock } from '../../time/clock';

/** Something that falls due. The scheduler keeps its place in here, so that ten thousand of them need nothing else. */
export interface Scheduled {
  /** Monotonic time, ms. */
  due: number;
  /** Where it is in the scheduler's heap; -1 if it is not there. */
  place: number;
}

/** How many due entries are taken in one turn of the event loop. */
const TURN = 256;

/** Calls back for entries as they fall due: a binary heap, and one timer for all of it. */
export class Scheduler<Entry extends Scheduled> {
  private readonly heap: Entry[] = [];
  private callOff: (() => void) | undefined;
  private armedFor = Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly fallDue: (entry: Entry) => void,
  ) {}

  /** Makes an entry fall due at a monotonic time, whether it was scheduled or not. */
  schedule(entry: Entry, due: number): void {
    this.take(entry);
    entry.due = due;
    entry.place = this.heap.push(entry) - 1;
    this.rise(entry);
    this.arm();
  }

  /** Does nothing if it is not scheduled. */
  remove(entry: Entry): void {
    this.take(entry);
    this.arm();
  }

  clear(): void {
    for (const entry of this.heap) entry.place = -1;
    this.heap.length = 0;
    this.arm();
  }

  private run(): void {
    this.armedFor = Infinity;
    const now = this.clock.monotonic();
    for (let taken = 0; taken < TURN; taken++) {
      const first = this.heap[0];
      if (!first || first.due > now) break;
      this.take(first);
      this.fallDue(first);
    }
    this.arm();
  }

  private arm(): void {
    const due = this.heap[0]?.due ?? Infinity;
    if (due === this.armedFor) return;
    // A timer that comes too early costs less than a new one at every change.
    if (this.armedFor < due && due !== Infinity) return;
    this.callOff?.();
    this.callOff = undefined;
    this.armedFor = due;
    if (due < Infinity) this.callOff = this.clock.after(Math.max(0, due - this.clock.monotonic()), () => this.run());
  }

  private take(entry: Entry): void {
    if (entry.place < 0) return;
    const last = this.heap.pop() as Entry;
    if (last !== entry) {
      this.heap[entry.place] = last;
      last.place = entry.place;
      this.rise(last);
      this.sink(last);
    }
    entry.place = -1;
  }

  private rise(entry: Entry): void {
    for (;;) {
      const above = this.heap[(entry.place - 1) >> 1];
      if (!above || above.due <= entry.due) return;
      this.swap(above, entry);
    }
  }

  private sink(entry: Entry): void {
    for (;;) {
      const left = this.heap[2 * entry.place + 1];
      const right = this.heap[2 * entry.place + 2];
      const least = right && right.due < (left as Entry).due ? right : left;
      if (!least || least.due >= entry.due) return;
      this.swap(entry, least);
    }
  }

  private swap(one: Entry, other: Entry): void {
    [one.place, other.place] = [other.place, one.place];
    this.heap[one.place] = one;
    this.heap[other.place] = other;
  }
}
