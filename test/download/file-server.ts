import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What the server does with one request if it is not what RFC 9110 says. */
export interface Answer {
  status?: number;
  headers?: Record<string, string | undefined>;
  body?: Buffer | string;
  /** Sends the whole file whatever range was asked for. */
  ignoreRange?: boolean;
  /** No length: the body ends with the connection (`close`) or in chunks. */
  length?: 'close' | 'chunked';
  /** Ends the connection after so many bytes of this body. */
  cutAfter?: number;
  /** Sends so many bytes and then nothing more. */
  stallAfter?: number;
  /** Sends so many bytes one by one, each in a packet of its own, and then the rest. */
  single?: number;
  /** Sends no more than so many bytes of a range, and says so. */
  rangeBytes?: number;
  /** Runs before the answer. */
  before?: () => unknown;
}

interface FileRequest {
  path: string;
  query: string;
  range: string | undefined;
  ifRange: string | undefined;
}

/** A storage host with one file. Answers ranges as RFC 9110 (14, 13.1.5) says, unless a request is to be answered otherwise. */
export class FileServer {
  etag: string | undefined = '"v1"';
  readonly requests: FileRequest[] = [];
  /** What to do with the next requests. */
  readonly answers: Answer[] = [];
  /** Bytes of bodies sent so far. */
  sentBytes = 0;
  private readonly server = createServer((request, response) => {
    response.on('error', () => undefined);
    this.serve(request, response);
  });

  constructor(public content: Buffer) {}

  async start(): Promise<this> {
    // Longer than any test: what is closed was closed by the client.
    this.server.keepAliveTimeout = 60_000;
    this.server.on('connection', (socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many are open now. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(request.url ?? '/', 'http://local');
    const { range } = request.headers;
    const ifRange = request.headers['if-range'] as string | undefined;
    this.requests.push({ path: pathname, query: search, range, ifRange });
    const answer = this.answers.shift() ?? {};
    answer.before?.();
    const { status, headers, body } = this.proper(range, ifRange, answer);
    const content = answer.body === undefined ? (answer.status === undefined ? body : Buffer.alloc(0)) : Buffer.from(answer.body);
    const all: Record<string, string | number | undefined> = { 'content-length': content.length, ...headers, ...answer.headers };
    if (answer.length) delete all['content-length'];
    if (answer.length === 'close') {
      response.useChunkedEncodingByDefault = false;
      response.shouldKeepAlive = false;
    }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) response.setHeader(name, value);
    // Or else Node would count the bytes itself.
    if (answer.length) response.removeHeader('content-length');
    response.statusCode = answer.status ?? status;
    if (answer.single === undefined) this.send(response, content, answer);
    else void this.sendSingly(response, content, answer.single);
  }

  private async sendSingly(response: ServerResponse, content: Buffer, single: number): Promise<void> {
    for (let at = 0; at < single; at += 1) {
      response.write(content.subarray(at, at + 1));
      await pause(20);
    }
    this.sentBytes += single;
    this.send(response, content.subarray(single), {});
  }

  private send(response: ServerResponse, content: Buffer, { cutAfter, stallAfter }: Answer): void {
    const limit = cutAfter ?? stallAfter;
    if (limit === undefined || limit >= content.length) {
      this.sentBytes += content.length;
      response.end(content);
      return;
    }
    this.sentBytes += limit;
    const cut = (): void => void (cutAfter !== undefined && response.socket?.end());
    if (limit === 0) {
      response.flushHeaders();
      setImmediate(cut);
    } else response.write(content.subarray(0, limit), cut);
  }

  private proper(range: string | undefined, ifRange: string | undefined, answer: Answer): { status: number; headers: Record<string, string | undefined>; body: Buffer } {
    const { content, etag } = this;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? NaN);
    const same = ifRange === undefined || (ifRange === etag && !ifRange.startsWith('W/'));
    if (Number.isNaN(from) || !same || answer.ignoreRange) return { status: 200, headers: { etag, 'accept-ranges': 'bytes' }, body: content };
    if (from >= content.length) return { status: 416, headers: { etag, 'content-range': `bytes */${content.length}` }, body: Buffer.alloc(0) };
    const to = Math.min(content.length, from + (answer.rangeBytes ?? Infinity));
    return { status: 206, headers: { etag, 'content-range': `bytes ${from}-${to - 1}/${content.length}` }, body: content.subarray(from, to) };
  }
}
