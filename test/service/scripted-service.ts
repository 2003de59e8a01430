import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { checkServiceSettings, type ServiceSettings } from '../../src/service/service-settings';
import { SoilService, type ServiceParts } from '../../src/service/soil-service';
import type { Certificate } from '../servers/certificates';

interface SeenRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface ScriptedReply {
  status?: number;
  headers?: http.OutgoingHttpHeaders;
  /** Text goes out as it is; anything else as JSON. */
  body?: unknown;
}

/**
 * A real HTTP server that answers each operation (`POST /v1/datasets/queries`) with its scripted replies in order, and hands out the tokens
 * `token-1`, `token-2`, ... at `/oauth/token`. What is not scripted is answered with 418.
 */
export class ScriptedService {
  readonly requests: SeenRequest[] = [];
  tokens = 0;
  private readonly script = new Map<string, ScriptedReply[]>();
  private readonly clients: SoilService[] = [];
  private readonly server: http.Server;
  private otherwise: ScriptedReply | undefined;

  private constructor(private readonly certificate: Certificate | undefined) {
    const listener: http.RequestListener = (request, response) => void this.answer(request, response);
    this.server = certificate ? https.createServer({ cert: certificate.cert, key: certificate.key }, listener) : http.createServer(listener);
  }

  /** @param certificate for a server on HTTPS; without one, it speaks HTTP */
  static async start(certificate?: Certificate): Promise<ScriptedService> {
    const service = new ScriptedService(certificate);
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** One for each test of a suite, which has to use up all that it scripts. */
  static inEachTest(use: (started: ScriptedService) => void): void {
    let started: ScriptedService;
    beforeEach(async () => {
      started = await ScriptedService.start();
      use(started);
    });
    afterEach(async () => {
      await started.close();
      assert.deepEqual(started.unused, []);
    });
  }

  get baseUrl(): string {
    return `${this.certificate ? 'https' : 'http'}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Scripts the next replies of an operation. */
  on(operation: string, ...replies: ScriptedReply[]): this {
    this.script.set(operation, [...(this.script.get(operation) ?? []), ...replies]);
    return this;
  }

  /** Scripts one reply to everything, including the token request. */
  always(reply: ScriptedReply): this {
    this.otherwise = reply;
    return this;
  }

  /** A client of this server. */
  connect(settings: Partial<Record<keyof ServiceSettings, unknown>> = {}, parts: ServiceParts = {}): SoilService {
    const given = { baseUrl: this.baseUrl, authUrl: this.baseUrl, clientId: 'client', clientSecret: 'canary-secret', requestsPerSecond: 1000, timeout: 60 };
    const client = new SoilService(checkServiceSettings({ ...given, ...settings }), parts);
    this.clients.push(client);
    return client;
  }

  /** The requests to the API, those for a token left out. */
  get calls(): SeenRequest[] {
    return this.requests.filter((request) => request.path !== '/oauth/token');
  }

  /** Scripted replies that no request used. */
  get unused(): string[] {
    return [...this.script].flatMap(([operation, replies]) => replies.map(() => operation));
  }

  async close(): Promise<void> {
    for (const client of this.clients) await client.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    this.requests.push(seen);
    const { status = 200, headers = {}, body } = this.reply(seen);
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  }

  private reply(seen: SeenRequest): ScriptedReply {
    if (this.otherwise) return this.otherwise;
    if (seen.path === '/oauth/token') return { body: { access_token: `token-${++this.tokens}`, expires_in: 86400, token_type: 'Bearer' } };
    return this.script.get(`${seen.method} ${seen.path}`)?.shift() ?? { status: 418, body: { message: 'not scripted' } };
  }
}
