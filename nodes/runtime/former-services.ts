import type { Node } from 'node-red';
import type { ServiceHost } from '../soil-service/service-host';

/** A message may be between two requests, so an idle service is let go of only after this long; a busy one gets as long again. */
const LINGER_MS = 10_000;

/** The services that a node had before its current one. They still answer the requests under way, above all the one for a new job. */
export class FormerServices {
  /** Those not yet let go of. */
  private readonly lingering = new Map<ServiceHost, NodeJS.Timeout>();
  private closing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly user: Node,
    private readonly lingerMs = LINGER_MS,
  ) {}

  add(host: ServiceHost): void {
    // Two sandboxes in one folder would remove each other's files.
    if (host.synthetic) this.letGo(host);
    else this.lingering.set(host, setTimeout(() => (host.isBusy ? this.add(host) : this.letGo(host)), this.lingerMs));
  }

  /** Resolves when all services let go of are closed, except those that other nodes use. */
  closed(): Promise<unknown> {
    return this.closing;
  }

  /** Lets go of all at once. */
  async release(): Promise<void> {
    for (const host of this.lingering.keys()) this.letGo(host);
    await this.closing;
  }

  private letGo(host: ServiceHost): void {
    clearTimeout(this.lingering.get(host));
    this.lingering.delete(host);
    const left = host.detach(this.user).catch((error: Error) => this.user.warn(error.message));
    this.closing = Promise.all([this.closing, left]);
  }
}
