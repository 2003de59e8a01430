import { createHash } from 'node:crypto';
import type { NodeAPI } from 'node-red';
import type { SoilService } from '../../src/service/soil-service';
import type { ServiceHost } from '../soil-service/service-host';
import { deployedHost, screenHost, type ScreenService } from './screen-service';

/** How long a service stays open after the last question of a dialog: the next one often comes soon, and can use the same token. */
const LINGER_MS = 60_000;

/** More dialogs than anybody has open. */
const MOST_HELD = 20;

interface Held {
  host: ServiceHost;
  timer: NodeJS.Timeout;
}

/** The services that open dialogs ask. */
export class HeldServices {
  private readonly held = new Map<string, Held>();

  constructor(private readonly RED: NodeAPI) {}

  /** The client for what the editor shows. Closes by itself a minute after the last use. */
  async service(screen: ScreenService): Promise<SoilService> {
    const key = createHash('sha256').update(JSON.stringify(screen)).digest('hex');
    const host = deployedHost(this.RED, screen) ?? this.held.get(key)?.host ?? screenHost(this.RED, screen);
    const held: Held = { host, timer: setTimeout(() => this.release(key), LINGER_MS).unref() };
    // Each question is a user of its own: several screens may show one deployed service, and the first to go must not close it for the others.
    host.attach(held);
    this.release(key);
    this.held.set(key, held);
    for (const oldest of [...this.held.keys()].slice(0, -MOST_HELD)) this.release(oldest);
    return host.service();
  }

  /** Lets go of all: the flows are about to change or stop. */
  releaseAll(): void {
    for (const key of [...this.held.keys()]) this.release(key);
  }

  private release(key: string): void {
    const held = this.held.get(key);
    if (!held) return;
    this.held.delete(key);
    clearTimeout(held.timer);
    void held.host.detach(held).catch((error: Error) => this.RED.log.warn(`soil-data: ${error.message}`));
  }
}
