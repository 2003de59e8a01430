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
  /** Hash of the request, by job. */
  private readonly hashes = new Map<string, string>();

  ofRequest(hash: string): KnownJob | undefined {
    return this.pending.get(hash) ?? this.completed.get(hash);
  }

  ofJob(service: string, job: string): KnownJob | undefined {
    const hash = this.hashes.get(job);
    const known = hash === undefined ? undefined : this.ofRequest(hash);
    return known?.service === service && known.job === job ? known : undefined;
  }

  add(known: KnownJob): void {
    this.remove(known.hash);
    const room = known.completed ? this.completed : this.pending;
    room.set(known.hash, known);
    this.hashes.set(known.job, known.hash);
    const [oldest] = room.keys();
    if (room.size > (known.completed ? MOST_COMPLETED : MOST_PENDING) && oldest !== undefined) this.remove(oldest);
  }

  remove(hash: string): void {
    const known = this.ofRequest(hash);
    if (!known) return;
    this.pending.delete(hash);
    this.completed.delete(hash);
    if (this.hashes.get(known.job) === hash) this.hashes.delete(known.job);
  }

  /** Every job of that identifier, whatever its service. */
  forget(job: string): boolean {
    const hash = this.hashes.get(job);
    if (hash !== undefined) this.remove(hash);
    return hash !== undefined;
  }

  *[Symbol.iterator](): Generator<KnownJob> {
    yield* this.completed.values();
    yield* this.pending.values();
  }
}
