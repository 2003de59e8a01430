import { lookup as lookupBySystem } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * Remembers which family of addresses, IPv4 or IPv6, made the last connection, and has that one tried first. A name with addresses of both gives
 * IPv6 first (RFC 6724); on a line that drops IPv6, as many do, every new connection would wait in vain before it tries IPv4, and each submission
 * has a connection of its own.
 */
export class ReachedFamily {
  private last: number | undefined;

  /** Answers as `lookup` does, the addresses of the remembered family first. */
  first(lookup: LookupFunction = lookupBySystem): LookupFunction {
    return (hostname, options, callback) =>
      lookup(hostname, options, (error, found, family) => {
        callback(error, Array.isArray(found) ? [...found].sort((a, b) => this.rank(a.family) - this.rank(b.family)) : found, family);
      });
  }

  /** Connects as `connect` does, and notes the family. A failure clears it: within a short time limit, the other family would never be tried. */
  noted(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) =>
      connect(options, (...result) => {
        const family = result[1]?.remoteFamily;
        this.last = family === undefined ? undefined : family === 'IPv6' ? 6 : 4;
        callback(...result);
      });
  }

  private rank(family: number): number {
    return family === this.last ? 0 : 1;
  }
}
