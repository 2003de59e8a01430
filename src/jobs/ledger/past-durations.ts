import type { JobKind } from '../../service/job';

const MOST_SORTS = 200;
const MOST_SAMPLES = 64;
/** Whenever this many jobs were added, all so far count half. */
const FADING = 500;

/** Jobs of one sort take about as long as each other: those of one service and operation, with areas of about the same size. */
export function sortOf(job: { service: string; kind: JobKind; hectares?: number }): string {
  const size = job.hectares === undefined ? 'unknown' : Math.round(Math.log2(Math.max(job.hectares, 1)));
  return `${job.service} ${job.kind} ${size}`;
}

/** How long the latest jobs of each sort took, ms. Those not seen for longest go when there are too many sorts. */
export class PastDurations {
  private readonly sorts = new Map<string, number[]>();
  private readonly counts = new Map<string, number>();
  private total = 0;

  of(sort: string): readonly number[] {
    return this.sorts.get(sort) ?? [];
  }

  /** How frequent a sort is, as a count that fades: for comparing sorts. */
  frequency(sort: string): number {
    return this.counts.get(sort) ?? this.of(sort).length;
  }

  add(sort: string, tookMs: number): void {
    const count = this.frequency(sort) + 1;
    this.replace(sort, [...this.of(sort), tookMs]);
    this.counts.set(sort, count);
    if (++this.total % FADING === 0) for (const [each, weight] of this.counts) this.counts.set(each, weight / 2);
  }

  replace(sort: string, took: readonly number[]): void {
    this.sorts.delete(sort);
    this.sorts.set(sort, took.slice(-MOST_SAMPLES));
    const [oldest] = this.sorts.keys();
    if (this.sorts.size <= MOST_SORTS) return;
    this.sorts.delete(oldest as string);
    this.counts.delete(oldest as string);
  }

  [Symbol.iterator](): IterableIterator<[string, number[]]> {
    return this.sorts.entries();
  }
}
