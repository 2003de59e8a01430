import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happened to a request, other than a right answer. */
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};
const reset: Fault = (request) => void request.socket.resetAndDestroy();
const cut: Fault = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"Loca', () => request.socket.destroy());
};
const status = (code: number, headers?: Record<string, string>): Fault => (_request, response) => send(response, code, { title: 'a fault of the test' }, headers);
const portal: Fault = (_request, response) => send(response, 200, '<!doctype html><title>Log in</title>', { 'content-type': 'text/html' });

/** The service says that it has not accepted the request, or the request was cut off before it could. */
const beforeTaking: readonly Fault[] = [status(429, { 'retry-after': '1' }), status(429), status(401), reset, status(503), status(422), status(302, { location: '/elsewhere' })];
/** The service has accepted the request, but its answer does not arrive. */
const afterTaking: readonly Fault[] = [reset, cut, status(500), status(502), status(504, { 'retry-after': '1' }), portal, (_request, response) => send(response, 200, '{')];
const ofPolls: readonly Fault[] = [
  ...[reset, cut, portal, status(401), status(403), status(404), status(408), status(429, { 'retry-after': '1' }), status(429, { 'retry-after': 'soon' })],
  ...[status(500), status(502), status(503), status(504), status(501), status(302, { location: '/elsewhere' }), status(204)],
  ...['{', 'null', '[]', '{"__proto__": 1}', '['.repeat(1000)].map((body): Fault => (_request, response) => send(response, 200, body)),
  ...['Teleporting', 'Completed', 'PotentialActionStatus'].map((actionStatus): Fault => (_request, response) => send(response, 200, { actionStatus })),
];
const ofTokens: readonly Fault[] = [reset, status(500), status(503), status(429), cut];

const COLLECTION = '/v1/soil-data-by-geometry/queries';

/** A local service that fails at random and remembers what it accepted, whatever it answered. */
export class FaultyService {
  /** How often each request was accepted, by its number. */
  readonly taken: Uint8Array;
  faults = 0;
  tokens = 0;
  private readonly reads = new Map<string, number>();
  private readonly server: Server;
  private readonly done: string[] = [];
  private jobs = 0;

  /** @param share of requests that get a fault */
  constructor(
    private readonly random: () => number,
    private readonly share: number,
    requests: number,
    private readonly numberOf: (geometry: string) => number,
  ) {
    this.taken = new Uint8Array(requests);
    this.server = createServer((request, response) => {
      let body = '';
      request.on('error', () => undefined).on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => this.serve(request, response, body));
      response.on('error', () => undefined);
    });
    this.server.on('connection', (socket) => socket.on('error', () => undefined));
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.url === '/oauth/token') return this.serveToken(request, response);
    if (request.method === 'POST') return this.create(request, response, body);
    this.read(request, response);
  }

  private serveToken(request: IncomingMessage, response: ServerResponse): void {
    const fault = this.fault(ofTokens);
    if (fault) return fault(request, response);
    send(response, 200, { access_token: `token-${++this.tokens}`, expires_in: 86_400, token_type: 'Bearer' });
  }

  private create(request: IncomingMessage, response: ServerResponse, body: string): void {
    const early = this.fault(beforeTaking, this.share / 2);
    if (early) return early(request, response);
    const { geometry } = JSON.parse(body) as { geometry: string };
    const number = this.numberOf(geometry);
    this.taken[number] = (this.taken[number] ?? 0) + 1;
    const id = `job-${++this.jobs}`;
    this.reads.set(id, 1 + Math.floor(this.random() * 3));
    const late = this.fault(afterTaking, this.share / 2);
    if (late) return late(request, response);
    send(response, 201, { Location: `${COLLECTION}/${id}` });
  }

  private read(request: IncomingMessage, response: ServerResponse): void {
    const fault = this.fault(ofPolls);
    if (fault) return fault(request, response);
    const id = request.url?.slice(COLLECTION.length + 1) ?? '';
    const left = this.reads.get(id);
    if (left === undefined) return send(response, 404, { title: 'Not found' });
    this.reads.set(id, Math.max(1, left - 1));
    if (left > 1) return send(response, 200, { actionStatus: 'ActiveActionStatus' });
    // It is read no more, or once more if this answer does not arrive.
    if (this.done.push(id) > 5000) this.reads.delete(this.done.shift() as string);
    send(response, 200, { actionStatus: 'Completed', result: { url: `https://files.example/${id}.zip?signature=x` } });
  }

  private fault(of: readonly Fault[], share = this.share): Fault | undefined {
    if (this.random() >= share) return undefined;
    this.faults++;
    return of[Math.floor(this.random() * of.length)];
  }
}
