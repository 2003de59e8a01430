import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request whose body has come; one that it rejects ends without an answer. */
type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void> | void;

/** An HTTP server of this machine for clients that may be killed at any moment. */
export class LoopbackServer {
  address = '';
  private readonly server: Server;

  constructor(answer: Answer) {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('error', () => undefined).on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => void (async () => answer(request, response, body))().catch(() => request.socket.destroy()));
      response.on('error', () => undefined);
    });
    this.server.on('connection', (socket) => socket.on('error', () => undefined));
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
