import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A local HTTP server that gives tokens, and answers everything else as a test says. */
export class ServiceStandIn {
  readonly requests: { method: string; path: string; body: string }[] = [];

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
  ) {}

  static async start(answer: Answer): Promise<ServiceStandIn> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        service.requests.push({ method: request.method ?? '', path: request.url ?? '', body });
        if (request.url === '/oauth/token') sendJson(response, 200, { access_token: 'token-of-the-test', expires_in: 3600, token_type: 'Bearer' });
        else answer(request, response, body);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new ServiceStandIn(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return service;
  }

  /** A `soil-service` node for this server. Its time limit is so long that no test reaches it, even on a busy machine. */
  configuration(settings: object = {}): { id: string; type: string } {
    return { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: this.baseUrl, authUrl: this.baseUrl, timeout: 20, ...settings } as never;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export const credentials = { svc: { clientId: 'client-of-the-test', clientSecret: 'secret-of-the-test' } };

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/ld+json', ...headers });
  response.end(JSON.stringify(body));
}
