import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { SoilError } from '../../src/errors/soil-error';

/** Share of the heap for what lives on that counts as full: the rest is for the message's way through the flow, and for other flows. */
const FULL = 0.85;
/** Fewer records (some 25 MB) are not what fills a heap. */
const MANY_RECORDS = 100_000;
/** V8 keeps the two halves of the young generation in its new space, and takes as much as one of them again for large objects. */
const YOUNG_TO_NEW_SPACE = 1.5;
const MEBIBYTE = 1024 ** 2;

/**
 * Ends a reading that gathers records in memory before they fill the heap: V8 would end Node-RED, and all flows with it, and nobody can catch that.
 *
 * What counts is what two collections of the whole heap in a row leave: without one, any part of it may be garbage, and one keeps what dies while it
 * runs. V8 collects ever more often as the heap fills up, so that there are two in time.
 */
export class MemoryLimit {
  private readonly controller = new AbortController();
  private readonly pass = (): void => this.controller.abort(this.outer.reason);
  private observer: PerformanceObserver | undefined;
  private fullInARow = 0;
  private young = 0;

  /** @param outer ends the reading, too */
  constructor(private readonly outer: AbortSignal) {
    if (outer.aborted) this.pass();
    else outer.addEventListener('abort', this.pass);
  }

  /** Aborted with a SoilError `SOIL_CONFIG` where the heap is full of records, or as the outer signal is. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param gathered how many records lie in memory; looked at again and again */
  watch(gathered: () => number): void {
    this.observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[];
      const collections = entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
      if (collections > 0) this.look(collections, gathered());
    });
    this.observer.observe({ entryTypes: ['gc'] });
  }

  close(): void {
    this.observer?.disconnect();
    this.outer.removeEventListener('abort', this.pass);
  }

  private look(collections: number, records: number): void {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    // V8 does not tell its largest size. It is near that where much is made, and small again where room is wanted.
    this.young = Math.max(this.young, YOUNG_TO_NEW_SPACE * (newSpace?.space_size ?? 0));
    const { heap_size_limit, used_heap_size } = getHeapStatistics();
    const limit = heap_size_limit - this.young;
    const isFull = used_heap_size - (newSpace?.space_used_size ?? 0) > FULL * limit;
    this.fullInARow = isFull ? this.fullInARow + collections : 0;
    if (this.fullInARow < 2 || records < MANY_RECORDS) return;
    this.controller.abort(
      new SoilError(
        'SOIL_CONFIG',
        `Reading stopped after ${records} records, because the memory of Node-RED (${Math.round(limit / MEBIBYTE)} MB) is nearly full: they are too many for one message, or too many are read at once. ` +
          'Let soil-read give soil records in batches of some thousands, or start Node-RED with more memory (--max-old-space-size).',
      ),
    );
  }
}
