import { getOrInsert } from '../../maps/get-or-insert';
import type { KnownJob } from './ledger-change';

const MOST_PENDING = 20_000;
const MOST_COMPLETED = 2_000;

/**
 * The jobs that a later, identical request can be answered with. The oldest go when there are too many: then a request is simply
 * sent again.
 */
export class KnownJobs {
  private readonly pending = new Map<string, KnownJob>();
  private readonly completed = new Map<string, KnownJob>();
  /**
   * Hashes of the requests, by job: two services may name their jobs alike, and one may answer two requests with one job if they are the same to it.
   */
  private readonly hashes = new Map<string, Set<string>>();

  ofRequest(hash: string): KnownJob | undefined {
    return this.pending.get(hash) ?? this.completed.get(hash);
  }

  /** A job under each of the requests that it answers. */
  ofJob(service: string, job: string): KnownJob[] {
    return this.hashesOf(job).flatMap((hash) => this.ofRequest(hash) ?? []).filter((known) => known.service === service);
  }

  /** Whether there is a job of that identifier, whatever its service. */
  has(job: string): boolean {
    return this.hashes.has(job);
  }

  /** The hashes of the requests that jobs of that identifier answer, whatever their service. */
  hashesOf(job: string): string[] {
    return [...(this.hashes.get(job) ?? [])];
  }

  add(known: KnownJob): void {
    this.remove(known.hash);
    const room = known.completed ? this.completed : this.pending;
    room.set(known.hash, copyOf(known));
    getOrInsert(this.hashes, known.job, () => new Set()).add(known.hash);
    const [oldest] = room.keys();
    if (room.size > (known.completed ? MOST_COMPLETED : MOST_PENDING)) this.remove(oldest as string);
  }

  remove(hash: string): void {
    const known = this.ofRequest(hash);
    if (!known) return;
    this.pending.delete(hash);
    this.completed.delete(hash);
    const ofJob = this.hashes.get(known.job);
    ofJob?.delete(hash);
    if (ofJob?.size === 0) this.hashes.delete(known.job);
  }

  /** The job of that identifier, whatever its service. */
  forget(job: string): void {
    for (const hash of this.hashesOf(job)) this.remove(hash);
  }

  /** The pending ones come first, lest one completed meanwhile be missed: such a job may come twice, the second time as completed. */
  *[Symbol.iterator](): Generator<KnownJob> {
    yield* this.pending.values();
    yield* this.completed.values();
  }
}

/** Each field by its name: thousands of objects made by spreading take twice the memory. */
function copyOf({ hash, service, kind, node, name, job, url, at, completed }: KnownJob): KnownJob {
  return { hash, service, kind, node, name, job, url, at, completed };
}
