import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What comes from wrong base paths. */
const ODD_ANSWERS: Record<string, { status: number; type: string; body: string; challenge?: string }> = {
  page: { status: 200, type: 'text/html', body: '<!doctype html><p>Welcome' },
  empty: { status: 200, type: 'application/json', body: '' },
  json: { status: 200, type: 'application/json', body: '{"greeting":"hello"}' },
  text: { status: 200, type: 'text/plain', body: 'hello' },
  status: { status: 404, type: 'application/json', body: '{}' },
  titled: { status: 200, type: 'text/html', body: 'Welcome' },
  unnamed: { status: 200, type: 'text/plain', body: ' <p>Welcome' },
  none: { status: 200, type: 'application/json', body: '{"type":"DataCatalog","DataSet":[]}' },
  mixed: { status: 200, type: 'application/json', body: '{"type":"DataCatalog","DataSet":[1,{"type":"DataSet","identifier":7,"name":"Survey"}]}' },
  list: { status: 200, type: 'application/json', body: '[1]' },
  method: { status: 405, type: 'application/json', body: '{}' },
  limited: { status: 429, type: 'application/json', body: '{}' },
  failing: { status: 500, type: 'application/json', body: '{"message":"Not known: secret-as-typed"}' },
  scope: { status: 403, type: 'application/json', body: '{"error":"insufficient_scope"}' },
  lapsed: { status: 401, type: 'application/json', body: '{"error":"invalid_client","error_description":"The client secret has expired."}' },
  // The service itself, under which a sign-in was looked for.
  api: { status: 401, type: 'application/problem+json', body: '{"title":"Unauthorized"}', challenge: 'Bearer realm="soil"' },
  closed: { status: 403, type: 'application/json', body: '{"error":"access_denied"}' },
};

/** A local server that gives tokens and a dataset list, and keeps what it was sent. */
export class ListeningService {
  readonly seen: string[] = [];
  private server: Server | undefined;
  address = '';

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        this.seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
        const odd = ODD_ANSWERS[request.url?.split('/')[1] ?? ''];
        if (odd) {
          response.writeHead(odd.status, { 'content-type': odd.type, ...(odd.challenge !== undefined && { 'www-authenticate': odd.challenge }) }).end(odd.body);
          return;
        }
        response.writeHead(200, { 'content-type': 'application/json' });
        const token = { access_token: 'a-token', expires_in: 7200, token_type: 'Bearer' };
        const dataset = { type: 'DataSet', identifier: 7, name: '<img src=x onerror=alert(1)>', description: '<b>bold</b>' };
        response.end(JSON.stringify(request.url?.endsWith('/token') ? token : { type: 'DataCatalog', DataSet: [dataset] }));
      });
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    if (this.server) await once(this.server, 'close');
  }
}
