import type { SoilError } from '../../errors/soil-error';
import { parsedUrl } from '../../foreign/parsed-url';
import { getOrInsert } from '../../maps/get-or-insert';
import { JobElsewhere } from '../../service/job-address';
import type { Clock } from '../../time/clock';
import type { KeeperContext } from '../keeper-context';
import type { Wait } from '../ledger/ledger';

/** Trouble that is over sooner is not worth a line in the log: services and networks have it every day. */
const LASTING_MS = 5 * 60_000;
/** After this long without a poll, as no job waited, nobody knows how long it lasted. Polls that a service puts off come within an hour. */
const UNSEEN_MS = 2 * 3_600_000;

interface Trouble {
  /** The first failed poll, monotonic ms. */
  since: number;
  /** The latest one. */
  seen: number;
  said: boolean;
}

/**
 * By the clock that times them, and by service and host: jobs at a host that the service has left cannot be read while later ones can, or while
 * another service that is still there reads its own. They outlive a keeper: a deploy of all flows in an outage makes a new one.
 */
const known = new WeakMap<Clock, Map<string, Trouble>>();

/**
 * Says in the log that no job's status could be read at a service for a while, and when that is over: a line each, however many jobs wait there. It is
 * said at once if the service has another address now. Whoever looks after a machine without an editor sees no other sign of it, because what waits
 * goes on by itself.
 */
export class LastingTrouble {
  private readonly troubles: Map<string, Trouble>;

  constructor(private readonly parts: Pick<KeeperContext, 'clock' | 'log'>) {
    this.troubles = getOrInsert(known, parts.clock, () => new Map());
  }

  /** @param service identity of the service that was asked: perhaps not the one that the wait was accepted with */
  failed(wait: Wait, service: string, error: SoilError): void {
    const { clock, log } = this.parts;
    const now = clock.monotonic();
    const place = placeOf(service, wait);
    const earlier = this.troubles.get(place);
    const trouble = earlier && this.isKnownOf(earlier, wait) ? earlier : { since: now, seen: now, said: false };
    trouble.seen = now;
    this.troubles.set(place, trouble);
    const lastedMs = now - trouble.since;
    // The address of a service does not change back by itself.
    if (trouble.said || (lastedMs < LASTING_MS && !(error instanceof JobElsewhere))) return;
    trouble.said = true;
    log(`The status of jobs could not be read at ${hostOf(wait)}${span(' for', lastedMs)}: ${error.message} Whatever waits goes on by itself once that is over.`);
  }

  succeeded(wait: Wait, service: string): void {
    const place = placeOf(service, wait);
    const trouble = this.troubles.get(place);
    this.troubles.delete(place);
    if (!trouble?.said) return;
    const lastedMs = this.isKnownOf(trouble, wait) ? this.parts.clock.monotonic() - trouble.since : 0;
    this.parts.log(`The status of jobs can be read again at ${hostOf(wait)}${span(', after', lastedMs)}.`);
  }

  private isKnownOf({ seen }: Trouble, { maxPollMs }: Wait): boolean {
    return this.parts.clock.monotonic() - seen < UNSEEN_MS + maxPollMs;
  }
}

function placeOf(service: string, wait: Wait): string {
  return `${service} ${hostOf(wait)}`;
}

function hostOf({ url }: Wait): string {
  return parsedUrl(url)?.host ?? 'the service';
}

/** How long it lasted; empty if that is not worth telling. */
function span(word: string, ms: number): string {
  if (ms < LASTING_MS) return '';
  const minutes = Math.round(ms / 60_000);
  return `${word} ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`}`;
}
