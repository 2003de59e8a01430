import { isIPv6 } from 'node:net';
import { SoilError } from '../errors/soil-error';
import { parsedUrl } from '../foreign/parsed-url';
import { percentDecoded } from '../text/percent-decoded';

/** A proxy for every request except those to the hosts of `noProxy`. */
export interface ProxyOptions {
  url: string;
  username?: string;
  password?: string;
  /** Hosts to reach directly: a name (with its subdomains), or `name:port`. */
  noProxy?: string[];
}

/** Proxies as undici takes them. */
interface Proxies {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
  token?: string;
}

/** One proxy for all addresses except those of `noProxy`. */
export function chosenProxy(proxy: ProxyOptions): Proxies {
  const url = proxyUrl(proxy.url, 'The proxy address in the settings');
  const username = proxy.username || decodeURIComponent(url.username);
  const password = proxy.password || decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return {
    httpProxy: url.href,
    httpsProxy: url.href,
    noProxy: (proxy.noProxy ?? []).join(',').split(/[\s,]+/).filter(Boolean).map(asInAddress).join(','),
    ...(username && { token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }),
  };
}

/**
 * An IPv6 address as an address of the web has it: undici would take what follows its last colon for a port. One with a zone (`fe80::1%eth0`) is in no
 * address of the web.
 */
function asInAddress(host: string): string {
  return (isIPv6(host) && parsedUrl(`http://[${host}]`)?.hostname) || host;
}

/**
 * The proxy that is set for the whole environment; never for this machine, see the dispatcher. `HTTP_PROXY` is ignored: it is for http addresses,
 * which are all on this machine, and a proxy that it names, say of a package mirror, may let nothing else through.
 */
export function proxiesOfEnvironment(): Proxies | undefined {
  const url = proxyOf('HTTPS_PROXY') || proxyOf('ALL_PROXY');
  if (!url) return undefined;
  return { ...chosenProxy({ url, noProxy: [variable('NO_PROXY')] }), httpProxy: '' };
}

/** As in other programs, the lower-case name takes precedence, and an empty variable counts as none. */
function variable(name: string): string {
  return process.env[name.toLowerCase()] || process.env[name] || '';
}

/** Stands for any proxy that speaks SOCKS: it is never connected to. */
export const SOCKS_PROXY = 'http://socks.invalid/';

function proxyOf(name: string): string {
  const text = variable(name);
  if (text === '') return '';
  // Refused only when a request is to go through it: the sandbox, and the hosts of NO_PROXY, do not need it.
  if (/^socks\w*:\/\//i.test(text)) return SOCKS_PROXY;
  // Other programs take `proxy:3128` as well.
  const address = text.includes('://') ? text : `http://${text}`;
  proxyUrl(address, `${name} in the environment`);
  return address;
}

function proxyUrl(text: string, source: string): URL {
  const url = parsedUrl(text);
  // Reported without the text: it may hold a password.
  if (!url || !/^https?:/.test(url.protocol)) {
    throw new SoilError('SOIL_CONFIG', `${source} is not an address of the form http://host:port: correct it.`);
  }
  if (percentDecoded(`${url.username}:${url.password}`) === undefined) {
    throw new SoilError('SOIL_CONFIG', `${source} has a user name or password that cannot be decoded: write a "%" in it as %25.`);
  }
  return url;
}
