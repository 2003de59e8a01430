import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { SoilError } from '../errors/soil-error';
import { parsedUrl } from '../foreign/parsed-url';
import { addressScope, isLoopbackUrl, literalAddress, type AddressScope } from './address-scope';

/** Which addresses a link may lead to, besides public ones by https. */
export interface AddressRules {
  /** This machine, also by plain http: for a service that is itself on this machine. */
  allowLoopback: boolean;
  /** This machine (also by plain http) and the local network: for a deployment on the premises. */
  allowPrivateHosts: boolean;
}

/** An address of a name, and its family: 4 or 6. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<ResolvedAddress[]>;

const resolveBySystem: ResolveName = (hostname) => lookup(hostname, { all: true });

const LONGEST_URL = 16_384;
/** How many names are remembered with their addresses until they are connected to: more than are in use at any one time. */
const MOST_NAMES = 256;

/**
 * Keeps links from leading where they must not (server-side request forgery). Every address of a name is checked, and connections go
 * only to checked addresses: {@link lookup} answers from them, so it does not matter if the name resolves differently in between.
 *
 * Behind a proxy, it is the proxy that resolves names and connects. Addresses written in the link are still checked, and so are names
 * that this machine can resolve; what the proxy then reaches is up to its own rules.
 */
export class AddressGuard {
  private readonly checked = new Map<string, ResolvedAddress[]>();

  constructor(
    private readonly rules: AddressRules,
    private readonly resolve: ResolveName = resolveBySystem,
  ) {}

  /**
   * Checks a link before anything is sent to it.
   *
   * @param source who named the address, for the message: "the download link", "a redirect of ..."
   * @throws SOIL_DOWNLOAD if it must not be followed. An https name that does not resolve is left for the connection to fail on.
   */
  async admit(link: string, source: string): Promise<URL> {
    const refuse: Refusal = (reason, advice = 'Report it to whoever runs the service.') =>
      new SoilError('SOIL_DOWNLOAD', `Refused to follow ${source}: ${reason}. ${advice}`, { method: 'GET' });
    const url = link.length > LONGEST_URL ? undefined : parsedUrl(link);
    if (!url) throw refuse('it is not a valid URL');
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`it is not a web address but "${url.protocol.slice(0, 20)}"`);
    if (url.username !== '' || url.password !== '') throw refuse('it carries a user name or a password');

    const scopesFound = await this.scopesOf(url);
    for (const [address, scope] of scopesFound) this.check(url, address, scope, refuse);
    if (url.protocol === 'http:' && (scopesFound.length === 0 || scopesFound.some(([, scope]) => scope !== 'loopback'))) {
      throw refuse(`it is plain http, and ${url.host} is not on this machine`, 'The link must begin with https.');
    }
    return url;
  }

  /** For connections by https: answers with the addresses that {@link admit} found and checked, and checks those of any other name. */
  readonly lookup: LookupFunction = (hostname, options, callback) => this.lookUp((scope) => this.allows(scope), hostname, options, callback);

  /** For connections by plain http: this machine only. Since a name was admitted, another link may have had it resolved anew, to elsewhere. */
  readonly lookupHere: LookupFunction = (hostname, options, callback) => this.lookUp((scope) => scope === 'loopback' && this.allows(scope), hostname, options, callback);

  private lookUp(mayUse: (scope: AddressScope) => boolean, ...[hostname, options, callback]: Parameters<LookupFunction>): void {
    this.addressesOf(hostname).then(
      (addresses) => {
        const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
        const usable = addresses.filter((each) => (family === 0 || each.family === family) && mayUse(addressScope(each.address)));
        const first = usable[0];
        if (!first) {
          const error: NodeJS.ErrnoException = new Error(`no address of ${hostname} may be used`);
          error.code = 'ENOTFOUND';
          callback(error, '');
        } else if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  }

  private async addressesOf(hostname: string): Promise<ResolvedAddress[]> {
    return this.checked.get(hostname) ?? (await this.resolve(hostname));
  }

  private async scopesOf(url: URL): Promise<[address: string, scope: AddressScope][]> {
    const literal = literalAddress(url);
    if (literal) return [[literal, addressScope(literal)]];
    this.checked.delete(url.hostname);
    let addresses: ResolvedAddress[];
    try {
      addresses = await this.resolve(url.hostname);
    } catch {
      // A proxy may resolve it, and a loopback name then means the proxy's own machine (RFC 6761).
      return isLoopbackUrl(url.href) ? [['127.0.0.1', 'loopback']] : [];
    }
    this.checked.set(url.hostname, addresses);
    const [oldest] = this.checked.keys();
    if (this.checked.size > MOST_NAMES) this.checked.delete(oldest as string);
    return addresses.map(({ address }) => [address, addressScope(address)]);
  }

  private allows(scope: AddressScope): boolean {
    const { allowLoopback, allowPrivateHosts } = this.rules;
    return scope === 'public' || (scope === 'loopback' && (allowLoopback || allowPrivateHosts)) || (scope === 'private' && allowPrivateHosts);
  }

  private check(url: URL, address: string, scope: AddressScope, refuse: Refusal): void {
    if (this.allows(scope)) return;
    const where = literalAddress(url) ? address : `${url.hostname} (${address})`;
    if (scope === 'forbidden') throw refuse(`${where} is an address that no file may come from`);
    const place = scope === 'loopback' ? 'on this machine' : 'in a private network';
    throw refuse(`${where} is ${place}`, 'If your service keeps its files there, allow download links to point at private addresses, in the soil service.');
  }
}

type Refusal = (reason: string, advice?: string) => SoilError;
