import { reasonOf } from '../../errors/reason-of';
import type { JobService } from '../polls/job-service';
import type { JobWatch } from '../polls/job-watch';
import type { WaitListener } from './wait-listener';

interface WaitNode {
  service: JobService;
  listener: WaitListener;
}

/** The `soil-wait` nodes that are there: the service that each asks for its jobs, and who takes its news. */
export class WaitNodes {
  private readonly attached = new Map<string, WaitNode>();

  constructor(private readonly log: (line: string) => void) {}

  /** A node came up, perhaps in place of an earlier life of it. The returned function detaches it. */
  attach(id: string, service: JobService, listener: WaitListener): () => void {
    const node: WaitNode = { service, listener };
    this.attached.set(id, node);
    return () => {
      if (this.attached.get(id) === node) this.attached.delete(id);
    };
  }

  has(id: string): boolean {
    return this.attached.has(id);
  }

  /** The service to ask for a job: the one that its first wait was accepted with, if any node has that. Nothing if no node asks for it. */
  serviceFor(watch: JobWatch): JobService | undefined {
    let another: JobService | undefined;
    for (const { wait } of watch.waits) {
      const service = this.attached.get(wait.node)?.service;
      if (service?.identity === watch.of.service) return service;
      another ??= service;
    }
    return another;
  }

  /** When the first of the waits is over that somebody could be told of, monotonic ms. */
  deadline(watch: JobWatch): number {
    let earliest = Infinity;
    for (const { wait, from, ending } of watch.waits) {
      if (!ending && this.attached.has(wait.node)) earliest = Math.min(earliest, from + wait.timeoutMs);
    }
    return earliest;
  }

  /** Tells nobody if the node is away. */
  tell(id: string, news: (listener: WaitListener) => void): void {
    const node = this.attached.get(id);
    if (!node) return;
    try {
      news(node.listener);
    } catch (error) {
      this.log(`The news of a job could not be handled: ${reasonOf(error)}`);
    }
  }
}
