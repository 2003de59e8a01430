import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { SoilError } from '../errors/soil-error';

/**
 * Where an address leads.
 * - `public`: the internet.
 * - `loopback`: this machine.
 * - `private`: the local network: private use, shared (carrier) space, link-local, unique local, benchmarking.
 * - `forbidden`: nowhere that a file may come from: unspecified, multicast, broadcast, reserved, documentation, and the
 *   metadata services of cloud hosts, which hand out credentials to whoever asks.
 */
export type AddressScope = 'public' | 'loopback' | 'private' | 'forbidden';

/**
 * The IANA special-purpose registries (RFC 6890, as updated), with the metadata addresses of cloud hosts. The first row that holds an
 * address decides, so the exceptions come first.
 */
const SPECIAL_ADDRESSES: readonly { scope: AddressScope; ipv4: BlockList; ipv6: BlockList }[] = [
  {
    scope: 'forbidden',
    ipv4: ranges('ipv4', '169.254.169.254/32 169.254.170.2/32 169.254.170.23/32 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32'),
    ipv6: ranges('ipv6', 'fd00:ec2::254/128 fd00:ec2::23/128 fd20:ce::254/128')
  },
  { scope: 'loopback', ipv4: ranges('ipv4', '127.0.0.0/8'), ipv6: ranges('ipv6', '::1/128') },
  {
    scope: 'private',
    ipv4: ranges('ipv4', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 198.18.0.0/15'),
    ipv6: ranges('ipv6', 'fc00::/7 fe80::/10 fec0::/10 64:ff9b:1::/48')
  },
  {
    scope: 'forbidden',
    ipv4: ranges('ipv4', '0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'),
    // All that is not global unicast (2000::/3), and what is special in there.
    ipv6: ranges('ipv6', '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 3fff::/20')
  }
];

function ranges(family: 'ipv4' | 'ipv6', subnets: string): BlockList {
  const list = new BlockList();
  for (const subnet of subnets.split(' ')) {
    const [network, bits] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** The eight groups of an IPv6 address. The URL parser knows every way to write one (WHATWG URL, "IPv6 parser"). */
function ipv6Groups(address: string): number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const first = groups(head);
  const last = groups(tail ?? '');
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function ipv4From(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * Where an IP address leads. IPv6 addresses that carry an IPv4 one are judged by it: mapped (RFC 4291) as the same address, and
 * translated (RFC 6052 `64:ff9b::/96`, RFC 2765) and 6to4 (RFC 3056) as public or else forbidden.
 *
 * @param address IPv4 in dotted decimals or IPv6 without brackets, as a name server or a parsed URL gives it
 */
export function addressScope(address: string): AddressScope {
  const bare = address.replace(/%.*/, '');
  const family = isIP(bare);
  if (family === 0) return 'forbidden';
  if (family === 6) {
    const groups = ipv6Groups(bare) as [number, number, number, number, number, number, number, number];
    const prefix = groups.slice(0, 6).join(':');
    if (prefix === '0:0:0:0:0:65535') return addressScope(ipv4From(groups[6], groups[7]));
    const carried =
      prefix === '100:65435:0:0:0:0' || prefix === '0:0:0:0:65535:0'
        ? ipv4From(groups[6], groups[7])
        : groups[0] === 0x2002
          ? ipv4From(groups[1], groups[2])
          : undefined;
    if (carried) return addressScope(carried) === 'public' ? 'public' : 'forbidden';
  }
  const row = SPECIAL_ADDRESSES.find(({ ipv4, ipv6 }) => (family === 6 ? ipv6.check(bare, 'ipv6') : ipv4.check(bare, 'ipv4')));
  return row?.scope ?? 'public';
}

/** The address in a URL's host, where it is one and no name: the parser has turned decimal, octal and hexadecimal forms into dotted ones. */
function literalAddress(url: URL): string | undefined {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return isIP(host) ? host : undefined;
}

/**
 * Whether an address of the service is on this machine, by what it says: a loopback address, `localhost` or a name below it (RFC 6761).
 * Links of such a service may be on this machine as well.
 */
export function isLoopbackUrl(url: string | URL): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  const address = literalAddress(parsed);
  return address ? addressScope(address) === 'loopback' : /(^|\.)localhost\.?$/.test(parsed.hostname);
}

/** Which addresses a link may lead to, besides public ones by https. */
export interface AddressRules {
  /** This machine, also by plain http: for a service that is itself on this machine. */
  allowLoopback: boolean;
  /** This machine (also by plain http) and the local network: for a deployment on the premises. */
  allowPrivateHosts: boolean;
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<ResolvedAddress[]>;

const resolveBySystem: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    lookupName(hostname, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

const LONGEST_URL = 16_384;

/**
 * Keeps links from leading into places that they must not reach (server-side request forgery). Every address of a name is checked, and
 * the connection is made to the addresses that were checked: {@link lookup} answers from them, so a name that changes its
 * answer in between changes nothing.
 *
 * Through a proxy it is the proxy that resolves names and connects. Addresses written in the link are checked all the same, and so are
 * names as far as this machine can resolve them; what the proxy then reaches is up to its own rules.
 */
export class AddressGuard {
  private readonly checked = new Map<string, ResolvedAddress[]>();

  constructor(
    private readonly rules: AddressRules,
    private readonly resolve: ResolveName = resolveBySystem
  ) {}

  /**
   * Checks a link before anything is sent to it.
   *
   * @param source who named the address, for the message: "the download link", "a redirect of ..."
   * @throws SOIL_DOWNLOAD where it must not be followed. A name that does not resolve is left for the connection to fail at.
   */
  async admit(link: string, source: string): Promise<URL> {
    const refuse: Refusal = (reason, advice = 'Report it to whoever runs the service.') =>
      new SoilError('SOIL_DOWNLOAD', `Refused to follow ${source}: ${reason}. ${advice}`, { method: 'GET' });
    if (link.length > LONGEST_URL || !URL.canParse(link)) throw refuse('it is not a valid URL');
    const url = new URL(link);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`it is no web address but "${url.protocol.slice(0, 20)}"`);
    if (url.username !== '' || url.password !== '') throw refuse('it carries a user name or a password');

    const scopesFound = await this.scopesOf(url);
    for (const [address, scope] of scopesFound) this.check(url, address, scope, refuse);
    if (url.protocol === 'http:' && (scopesFound.length === 0 || scopesFound.some(([, scope]) => scope !== 'loopback'))) {
      throw refuse(`it is plain http, and ${url.host} is not on this machine`, 'The link must begin with https.');
    }
    return url;
  }

  /** For the connection: answers with the addresses that {@link admit} found and checked, and checks those of any other name. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.addressesOf(hostname).then(
      (addresses) => {
        const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
        const usable = addresses.filter((each) => (family === 0 || each.family === family) && this.allows(addressScope(each.address)));
        const first = usable[0];
        if (!first) {
          const error: NodeJS.ErrnoException = new Error(`no address of ${hostname} may be used`);
          error.code = 'ENOTFOUND';
          callback(error, '');
        } else if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '')
    );
  };

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
      return [];
    }
    this.checked.set(url.hostname, addresses);
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
    throw refuse(`${where} is ${place}`, 'If your service keeps its files there, allow private hosts in its configuration.');
  }
}

type Refusal = (reason: string, advice?: string) => SoilError;
