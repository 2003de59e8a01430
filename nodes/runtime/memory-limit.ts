import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { SoilError } from '../../src/errors/soil-error';
import { onAbort } from '../../src/time/abort-watch';

/** Share of the heap that counts as full when long-lived objects take it: the rest is for the message's way through the flow, and for other flows. */
const FULL = 0.85;
/** The same when several are at work: they fill it that many times as fast. */
const FULL_OF_SEVERAL = 0.7;
/** Fewer records than this (some 25 MB), of all work together, are not what fills a heap. */
const MANY_RECORDS = 100_000;
/** This many characters in texts of their own take as much memory as an ordinary record. */
const CHARACTERS_OF_A_RECORD = 250;
/** V8 keeps the two halves of the young generation in its new space, and takes as much as one of them again for large objects. */
const YOUNG_TO_NEW_SPACE = 1.5;
const MEBIBYTE = 1024 ** 2;

/** What lies in memory. */
interface Gathered {
  records: number;
  /** In the texts of these records. */
  characters?: number;
}

/**
 * Ends work that gathers records in memory before they fill the heap: V8 would end Node-RED and all its flows, which cannot be caught. Of several,
 * those with the most records are ended, until at most half of all records is left.
 *
 * What counts is what two full collections in a row leave: before one, any part of the heap may be garbage, and one keeps what dies while it runs. V8
 * collects ever more often as the heap fills up, so two come in time.
 */
export class MemoryLimit {
  private static readonly all = new Set<MemoryLimit>();
  private static observer: PerformanceObserver | undefined;
  private static fullInARow = 0;
  private static young = 0;

  private readonly controller = new AbortController();
  private readonly unlink: () => void;
  private gathered: () => Gathered = () => ({ records: 0 });

  /**
   * @param outer ends the work, too
   * @param advice what a person can do, besides giving Node-RED more memory
   */
  constructor(
    private readonly outer: AbortSignal,
    private readonly advice: string,
  ) {
    const pass = (): void => this.controller.abort(outer.reason);
    if (outer.aborted) pass();
    this.unlink = onAbort(outer, pass);
  }

  /** Aborted with a SoilError `SOIL_CONFIG` when the heap is full of records, or as the outer signal is. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the signal was aborted for want of memory. */
  get isFull(): boolean {
    return this.signal.aborted && !this.outer.aborted;
  }

  /** @param gathered what lies in memory; called again and again */
  watch(gathered: () => Gathered): void {
    this.gathered = gathered;
    MemoryLimit.all.add(this);
    MemoryLimit.observer ??= observeCollections((count) => MemoryLimit.look(count));
  }

  close(): void {
    this.unlink();
    MemoryLimit.all.delete(this);
    if (MemoryLimit.all.size > 0) return;
    MemoryLimit.observer?.disconnect();
    MemoryLimit.observer = undefined;
    MemoryLimit.fullInARow = 0;
  }

  private static look(collections: number): void {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    // V8 does not tell the largest size of the new space. It comes near it while much is allocated, and shrinks again when memory is short.
    this.young = Math.max(this.young, YOUNG_TO_NEW_SPACE * (newSpace?.space_size ?? 0));
    const { heap_size_limit, used_heap_size } = getHeapStatistics();
    const limit = heap_size_limit - this.young;
    const isFull = used_heap_size - (newSpace?.space_used_size ?? 0) > (this.all.size > 1 ? FULL_OF_SEVERAL : FULL) * limit;
    this.fullInARow = isFull ? this.fullInARow + collections : 0;
    if (this.fullInARow >= 2) this.endTheLargest(Math.round(limit / MEBIBYTE));
  }

  private static endTheLargest(megabytes: number): void {
    const live = [...this.all].filter(({ signal }) => !signal.aborted).sort((one, other) => other.size - one.size);
    const total = live.reduce((sum, { size }) => sum + size, 0);
    if (total < MANY_RECORDS) return;
    let left = total;
    for (const work of live) {
      if (left <= total / 2) return;
      left -= work.size;
      // What was ended before may not have let go yet.
      work.end(megabytes, this.all.size > 1);
    }
  }

  /** In ordinary records. */
  private get size(): number {
    const { records, characters = 0 } = this.gathered();
    return records + characters / CHARACTERS_OF_A_RECORD;
  }

  private end(megabytes: number, isShared: boolean): void {
    const what = isShared ? 'too many messages are at work at once; send one after the other' : 'they are too many for one message';
    const message =
      `Stopped after ${this.gathered().records} records, because the memory of Node-RED (${megabytes} MB) is nearly full: ${what}. ` +
      `${this.advice}, or start Node-RED with more memory (--max-old-space-size).`;
    this.controller.abort(new SoilError('SOIL_CONFIG', message));
  }
}

/** Calls `tell` with the number of full collections that have just happened. */
function observeCollections(tell: (count: number) => void): PerformanceObserver {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[];
    const count = entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
    if (count > 0) tell(count);
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
}
