import { BlockList, isIP, SocketAddress } from 'node:net';
import { parsedUrl } from '../foreign/parsed-url';

/**
 * Where an address leads.
 * - `public`: the internet.
 * - `loopback`: this machine.
 * - `private`: the local network: private use, shared (carrier) space, link-local, unique local, benchmarking.
 * - `forbidden`: nowhere that a file may come from: unspecified, multicast, broadcast, reserved, documentation, and the
 *   metadata services of cloud hosts, which hand out credentials to anyone who asks.
 */
export type AddressScope = 'public' | 'loopback' | 'private' | 'forbidden';

/**
 * The IANA special-purpose registries (RFC 6890, as updated), with the metadata addresses of cloud hosts. The first row that holds an
 * address decides, so the exceptions come first.
 */
const SPECIAL_ADDRESSES: readonly { scope: AddressScope; ipv4: BlockList; ipv6: BlockList }[] = [
  {
    scope: 'forbidden',
    ipv4: ranges('ipv4', '169.254.169.254/32 169.254.170.2/32 169.254.170.23/32 169.254.0.23/32 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32'),
    ipv6: ranges('ipv6', 'fd00:ec2::254/128 fd00:ec2::23/128 fd20:ce::254/128'),
  },
  { scope: 'loopback', ipv4: ranges('ipv4', '127.0.0.0/8'), ipv6: ranges('ipv6', '::1/128') },
  {
    scope: 'private',
    ipv4: ranges('ipv4', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 198.18.0.0/15'),
    ipv6: ranges('ipv6', 'fc00::/7 fe80::/10 fec0::/10 64:ff9b:1::/48'),
  },
  {
    scope: 'forbidden',
    ipv4: ranges('ipv4', '0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'),
    // Everything outside global unicast (2000::/3), and the special ranges within it.
    ipv6: ranges('ipv6', '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 3fff::/20'),
  },
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
 * Where an IP address leads. An IPv6 address that carries an IPv4 one is judged by that one: mapped (RFC 4291) as the same address;
 * translated (RFC 6052 `64:ff9b::/96`, RFC 2765) or 6to4 (RFC 3056) as public if that one is public, otherwise as forbidden.
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
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  const parsed = new SocketAddress({ address: bare, family: kind });
  const row = SPECIAL_ADDRESSES.find((special) => special[kind].check(parsed));
  return row?.scope ?? 'public';
}

/** The IP address in a URL's host; none if it is a name. The parser has already turned decimal, octal and hexadecimal forms into dotted ones. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return isIP(host) ? host : undefined;
}

/**
 * Whether a service's address is on this machine, judging by its text: a loopback address, `localhost` or a name below it (RFC 6761).
 * Links of such a service may be on this machine as well. The setting for the service's address accepts fewer, see `isLoopback` in `service-url.ts`.
 */
export function isLoopbackUrl(url: string): boolean {
  const parsed = parsedUrl(url);
  if (!parsed) return false;
  const address = literalAddress(parsed);
  return address ? addressScope(address) === 'loopback' : /(^|\.)localhost\.?$/.test(parsed.hostname);
}
