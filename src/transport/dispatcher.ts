import { X509Certificate } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { SoilError } from '../errors/soil-error';
import { isLoopbackUrl } from './address-scope';
import { letEnd } from './held-connection';
import { chosenProxy, proxiesOfEnvironment, type ProxyOptions } from './proxy-choice';
import { withTunnelFailures } from './proxy-tunnel';
import { ReachedFamily } from './reached-family';
import { passOverContinue } from './unasked-continue';

/** How to trust the server and how to prove who we are: PEM texts or a PKCS #12 file, as the core `tls-config` node keeps them. */
export interface TlsOptions {
  /** Authorities to trust instead of the well-known ones. */
  ca?: string;
  cert?: string;
  key?: string;
  /** Certificate and key in one file, instead of the two. Authorities in it are trusted as well. */
  pfx?: Buffer;
  passphrase?: string;
  /** Name to ask for and to expect in the certificate, if it is not the one in the URL. */
  servername?: string;
  /** `false` accepts any certificate. Default `true`. */
  rejectUnauthorized?: boolean;
}

interface DispatcherOptions {
  tls?: TlsOptions;
  /** Default: `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` of the environment (upper or lower case); never for loopback addresses. */
  proxy?: ProxyOptions;
  /** From the start of the name look-up to the end of the TLS handshake. */
  connectTimeoutMs: number;
  /** Connections at once to one origin. Default: no limit. */
  connections?: number;
  /** 0: each request has its own connection, closed afterwards. Default 1: connections are kept for the next request. */
  pipelining?: number;
  /** Resolves names instead of `dns.lookup`. Without effect behind a proxy, which resolves names itself. */
  lookup?: LookupFunction;
}

/**
 * How long one address of a name is tried before the next. Node's quarter of a second is too short for a satellite link, or a slow line busy with a
 * download, and an abandoned address is not tried again: if the last one cannot be reached at all (IPv6 on a line without it), no connection would
 * ever be made. Never more than half of the connect timeout: the next address must have its turn.
 */
const LONGEST_ADDRESS_MS = 5_000;

/**
 * Makes the connections of one client: pooled, HTTP/1.1, over TLS and through a proxy where asked for. undici is loaded here, at first use.
 *
 * @throws SoilError `SOIL_CONFIG` for certificates, keys or proxy addresses that cannot be read; `SOIL_UNAVAILABLE` if undici cannot be loaded,
 *   for lack of file handles or memory.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const undici = httpLibrary();
  const secureContext = options.tls && readCertificates(options.tls);
  // undici 8 offers HTTP/2 unless told not to, and its pools do not pass the refusal on to a ready-made connector.
  const reach = { timeout: options.connectTimeoutMs, autoSelectFamilyAttemptTimeout: Math.min(LONGEST_ADDRESS_MS, Math.ceil(options.connectTimeoutMs / 2)), allowH2: false };
  const family = new ReachedFamily();
  const connect = {
    ...reach,
    lookup: family.first(options.lookup),
    ...(secureContext && { secureContext }),
    ...(options.tls?.servername && { servername: options.tls.servername }),
    ...(options.tls?.rejectUnauthorized !== undefined && { rejectUnauthorized: options.tls.rejectUnauthorized }),
  };
  const pooling = {
    allowH2: false,
    // The sender of a request keeps these limits itself: its limit for bodies does not run while the reader holds the body back.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: options.connections,
    pipelining: options.pipelining,
    factory: (origin: string | URL, poolOptions: Pool.Options) =>
      new undici.Pool(origin, { ...poolOptions, connect: prepared(poolOptions.connect as buildConnector.connector) }),
  };
  const proxies = options.proxy ? chosenProxy(options.proxy) : proxiesOfEnvironment();
  const direct = family.noted(undici.buildConnector(connect));
  if (!proxies) return new undici.Agent({ ...pooling, connect: direct });
  const proxied = new undici.EnvHttpProxyAgent({
    ...pooling,
    ...proxies,
    proxyTunnel: true,
    connect: direct,
    requestTls: connect,
    proxyTls: { ...reach, ...(options.tls?.ca && { ca: options.tls.ca }) },
    clientFactory: (proxy: URL, clientOptions: object) =>
      withTunnelFailures(new undici.Pool(proxy, { ...clientOptions, allowH2: false, headersTimeout: options.connectTimeoutMs }), proxy),
  });
  // A proxy named in the settings is meant for this machine, too.
  return options.proxy ? proxied : directToThisMachine(proxied, new undici.Agent({ ...pooling, connect: direct }));
}

/** Proxies are for what lies beyond this machine: one set for the whole environment never stands between us and a loopback address. */
function directToThisMachine(proxied: Dispatcher, direct: Dispatcher): Dispatcher {
  const dispatch: Dispatcher['dispatch'] = (options, handler) => (isLoopbackUrl(String(options.origin)) ? direct : proxied).dispatch(options, handler);
  // A new object rather than a change to the proxied one: undici's own `close` and `destroy` call themselves.
  return Object.create(proxied, {
    dispatch: { value: dispatch },
    close: { value: () => Promise.all([proxied.close(), direct.close()]) },
    destroy: { value: () => Promise.all([proxied.destroy(), direct.destroy()]) },
  }) as Dispatcher;
}

/**
 * Connects, and makes the connection do what undici does not. A server that rejects our certificate says so when the request is already on its way
 * (TLS 1.3), then ends the connection: of the two, undici would report only the end.
 */
function prepared(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) {
        socket.once('error', () => socket.removeAllListeners('end'));
        letEnd(socket);
        passOverContinue(socket);
      }
      callback(...result);
    });
}

/** Required, not imported: an import that failed once fails for as long as the process lives. */
function httpLibrary(): typeof import('undici') {
  try {
    return require('undici') as typeof import('undici');
  } catch (error) {
    const detail = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new SoilError('SOIL_UNAVAILABLE', `The HTTP client could not be loaded (${detail}). Check the limits of the process, and try again.`, { detail });
  }
}

function readCertificates(tls: TlsOptions): SecureContext {
  try {
    if (tls.ca) checkAuthorities(tls.ca);
    return createSecureContext({
      ...(tls.ca && { ca: tls.ca }),
      ...(tls.cert && { cert: tls.cert }),
      ...(tls.key && { key: tls.key }),
      ...(tls.pfx && { pfx: tls.pfx }),
      ...(tls.passphrase && { passphrase: tls.passphrase }),
    });
  } catch (error) {
    const wanted = tls.pfx ? 'a PKCS #12 file (.p12 or .pfx) that is not encrypted with RC2, as old programs do, and its passphrase' : 'PEM texts that belong together, and the passphrase of the key';
    const message = `The certificate or key of the TLS configuration cannot be read: give ${wanted}.`;
    throw new SoilError('SOIL_CONFIG', message, { detail: (error as NodeJS.ErrnoException).code ?? 'unreadable' });
  }
}

/** Node treats an unreadable authority as none at all, and then trusts nobody without saying why. */
function checkAuthorities(pem: string): void {
  const certificates = pem.match(/-----BEGIN ([A-Z0-9 ]*)CERTIFICATE-----[^-]*-----END \1CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error('no certificate');
  for (const certificate of certificates) new X509Certificate(certificate);
}
