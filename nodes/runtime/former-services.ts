import type { Node } from 'node-red';
import type { ServiceHost } from '../soil-service/service-host';

/** A message may be between two requests: a service that is asked nothing for the moment is let go of after this long, or as much again. */
const LINGER_MS = 10_000;

/** The services that a node had before the one that it has now: what they are asked has its answer, a job that is being asked for before all. */
export class FormerServices {
  /** Those that it has not let go of. */
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

  /** Resolves when all that it has let go of are closed, unless others use them. */
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
