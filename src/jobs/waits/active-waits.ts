import { getOrInsert } from '../../maps/get-or-insert';
import type { Clock } from '../../time/clock';
import type { Wait } from '../ledger/ledger';
import { JobWatch, type ActiveWait } from '../polls/job-watch';

/** The waits of this process: by node, and by the job that they wait for. */
export class ActiveWaits {
  private readonly nodes = new Map<string, Set<ActiveWait>>();
  /** By service and address. */
  private readonly watches = new Map<string, Map<string, JobWatch>>();

  constructor(private readonly clock: Clock) {}

  /** @param elapsed time since the wait was accepted, by the wall clock, ms: counts if this process did not accept it */
  add(wait: Wait, elapsed: number): ActiveWait {
    const watch = this.watches.get(wait.service)?.get(wait.url) ?? this.watch(wait, elapsed);
    const from = (wait.from ??= this.clock.monotonic() - elapsed);
    const active: ActiveWait = { wait, watch, from, again: wait.delivering, ending: false };
    watch.add(active);
    getOrInsert(this.nodes, wait.node, () => new Set()).add(active);
    return active;
  }

  /** Takes out a wait that is there. With the last one of a job, its watch goes too. */
  remove(active: ActiveWait): void {
    const { wait, watch } = active;
    watch.remove(active);
    const waits = this.nodes.get(wait.node);
    waits?.delete(active);
    if (waits?.size === 0) this.nodes.delete(wait.node);
    if (watch.waits.length > 0) return;
    this.watches.get(watch.of.service)?.delete(watch.of.url);
  }

  ofNode(node: string): ActiveWait[] {
    return [...(this.nodes.get(node) ?? [])];
  }

  count(node: string): number {
    return this.nodes.get(node)?.size ?? 0;
  }

  find(wanted: (wait: Wait) => boolean): ActiveWait[] {
    const watches = [...this.watches.values()].flatMap((ofService) => [...ofService.values()]);
    return watches.flatMap((watch) => watch.waits.filter(({ wait }) => wanted(wait)));
  }

  private watch(wait: Wait, elapsed: number): JobWatch {
    const sinceSubmission = wait.submittedAt === undefined ? elapsed : Math.max(0, this.clock.now() - wait.submittedAt);
    const watch = new JobWatch(wait, this.clock.monotonic() - sinceSubmission);
    getOrInsert(this.watches, wait.service, () => new Map()).set(wait.url, watch);
    return watch;
  }
}
