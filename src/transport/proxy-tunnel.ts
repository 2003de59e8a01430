import type { Dispatcher, Pool } from 'undici';
import { SOCKS_PROXY } from './proxy-choice';

/** Why there is no tunnel through a SOCKS proxy. */
export const SOCKS = 'SOCKS';

/** The proxy did not build the tunnel: it refused, broke off or gave no answer. The request was not sent. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';

  /**
   * @param status What the proxy answered to CONNECT, if it answered.
   * @param schemes How it wants its clients to sign in, if it says so: `Basic`, `NTLM`.
   */
  constructor(
    readonly status: number | undefined,
    reason: string,
    readonly schemes: readonly string[] = [],
  ) {
    super(reason);
  }
}

/**
 * The connections to a proxy, changed so that a tunnel that cannot be built fails the request that wanted it. Left alone, undici mistakes a
 * connection cut by the proxy for one of its own, and connects again for ever.
 */
export function withTunnelFailures(pool: Pool, proxy: URL): Pool {
  const connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  const connectOrFail = async (options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    if (proxy.href === SOCKS_PROXY) throw new ProxyFailure(undefined, SOCKS);
    let tunnel: Dispatcher.ConnectData;
    try {
      tunnel = await connect(options);
    } catch (error) {
      throw new ProxyFailure(undefined, (error as NodeJS.ErrnoException).code ?? (error as Error).message);
    }
    if (tunnel.statusCode === 200) return tunnel;
    tunnel.socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(tunnel.statusCode, `answer ${tunnel.statusCode} to CONNECT`, schemesIn(tunnel.headers['proxy-authenticate']));
  };
  return Object.defineProperty(pool, 'connect', { value: connectOrFail });
}

/** The schemes of challenges (RFC 9110, 11.6.1): each begins with its name, and goes on with parameters, which are separated by commas, too. */
function schemesIn(challenges: string | string[] = []): string[] {
  const words = [challenges].flat().join().split(',').map((part) => /^\s*([a-z][a-z-]{0,30})(?=\s+[^\s=]|\s*$)/i.exec(part)?.[1]);
  return [...new Set(words.filter((word) => word !== undefined))];
}
