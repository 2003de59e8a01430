import type { Node } from 'node-red';
import type { ServiceHost } from '../soil-service/service-host';

/** What is at a service that another one has taken the place of has this long to come back. */
const LINGER_MS = 10_000;

/** The services that a node had before the one that it has now. */
export class FormerServices {
  /** Those that it has not let go of. */
  private readonly lingering = new Map<ServiceHost, NodeJS.Timeout>();
  private closing: Promise<unknown> = Promise.resolve();

  constructor(private readonly user: Node) {}

  add(host: ServiceHost): void {
    // Two sandboxes in one folder would remove each other's files.
    if (host.synthetic) this.letGo(host);
    else this.lingering.set(host, setTimeout(() => this.letGo(host), LINGER_MS));
  }

  /** Resolves when all that it has let go of are closed, unless others use them. */
  async closed(): Promise<void> {
    await this.closing;
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
