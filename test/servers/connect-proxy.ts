import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Certificate } from './certificates';

export interface ConnectProxyOptions {
  /** Required from every client; none by default. */
  username?: string;
  password?: string;
  /** Answers CONNECT with this status instead of building the tunnel. */
  refuseWith?: number;
  /** Headers of such an answer, each with its line end. */
  refusalHeaders?: string;
  /** Ends the connection instead of answering CONNECT. */
  cut?: boolean;
  /** Sends this to whoever speaks into the tunnel, which leads nowhere. */
  page?: string;
  /** Speaks TLS with its clients, with this certificate. */
  tls?: Certificate;
}

export interface ConnectProxy {
  readonly url: string;
  /** Requested targets, as `host:port`. */
  readonly targets: string[];
  /** Headers of every CONNECT. */
  readonly heads: Record<string, string | string[] | undefined>[];
  /** Connections that are open at this moment. */
  open(): number;
  close(): Promise<void>;
}

/** Starts a proxy for tunnels (RFC 9110, 9.3.6). It knows all names: each leads to the requested port on this machine. */
export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const targets: string[] = [];
  const heads: ConnectProxy['heads'] = [];
  const sockets = new Set<Socket>();
  const wanted = options.username && `Basic ${Buffer.from(`${options.username}:${options.password ?? ''}`).toString('base64')}`;

  const refusal = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(501).end();
  const server = options.tls ? createTlsServer(options.tls, refusal) : createServer(refusal);
  server.on('connection', (socket) => keep(socket));
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    targets.push(request.url ?? '');
    heads.push(request.headers);
    if (options.cut) return client.destroy();
    const status = wanted && request.headers['proxy-authorization'] !== wanted ? 407 : options.refuseWith;
    if (status) {
      client.write(`HTTP/1.1 ${status} No\r\n${options.refusalHeaders ?? ''}content-length: 0\r\n\r\n`);
      // Left open until the client ends it, as by proxies that would accept another request.
      client.on('end', () => client.end()).resume();
      return;
    }
    const { page } = options;
    if (page !== undefined) {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.once('data', () => client.end(page));
      return;
    }
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1]);
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    keep(target);
    target.on('error', () => client.destroy());
    target.on('close', () => client.destroy());
    client.on('close', () => target.destroy());
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    heads,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
