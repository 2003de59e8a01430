import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { systemClock, type Clock } from '../../src/time/clock';

/** What the server does with one request. The fields combine; without any, it answers 200 with an empty body. */
export interface Instruction {
  status?: number;
  headers?: Record<string, string | number | string[]>;
  /** Objects go out as JSON. */
  body?: string | Buffer | object;
  /** Encodes the body, requested or not, and says so. */
  encoding?: 'gzip' | 'deflate' | 'br';
  /** The length to claim, right or wrong. `none`: no length, the body ends with the connection. */
  contentLength?: number | 'none';
  /** Milliseconds before the answer begins. */
  waitMs?: number;
  /** Sends an answer of 103 ahead (RFC 8297). */
  earlyHints?: boolean;
  /** Sends this many unrequested answers of 100 ahead. */
  continues?: number;
  /** Milliseconds between two bytes of the head. */
  slowHeadMs?: number;
  /** The body goes out at this rate, ten pieces a second (one byte at a time below 10). */
  bytesPerSecond?: number;
  /** Resets the connection after this many bytes of the body. */
  cutAfter?: number;
  /** Sends nothing more after this many bytes of the body, and keeps the connection. */
  stallAfter?: number;
  /** The body is repeated for as long as the client takes it. */
  endless?: boolean;
  /** Resets the connection instead of answering. */
  reset?: 'before-reading' | 'after-reading';
  /** Reads the request and never answers. */
  silent?: boolean;
  /** Answers, offers to keep the connection, and resets it at the next request that comes over it, as if closed for being idle. */
  goesStale?: boolean;
  /** Runs before the answer, once the request is read. */
  before?: (request: RecordedRequest) => unknown;
}

/** What came. */
export interface RecordedRequest {
  method: string;
  path: string;
  /** With the question mark; empty if there is none. */
  query: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Monotonic time of the server's clock at which its head was read, milliseconds. */
  at: number;
  /** Number of the connection it came over, from 1. */
  connection: number;
}

export interface ScriptedServerOptions {
  /** Certificate and key; then it speaks https. */
  tls?: TlsOptions;
  port?: number;
  /** Its clock: that of the client if the two are to be compared, whatever the machine. The system's by default. */
  clock?: Clock;
}

export interface ScriptedServer {
  readonly origin: string;
  readonly port: number;
  /** All requests, in the order in which they came. */
  readonly requests: RecordedRequest[];
  /** Requests for which there was no instruction: answered 418. */
  readonly unexpected: string[];
  /** Number of connections taken so far. */
  readonly connections: number;
  /** Number of connections that are open now. */
  readonly openConnections: number;
  /** Queues instructions for an operation: a method and a path in which `*` stands for anything, e.g. `GET /v1/datasets/*`. */
  script(operation: string, ...instructions: Instruction[]): void;
  /** What to do for an operation when its queue is empty. */
  always(operation: string, instruction: Instruction): void;
  /** What was queued and did not happen, and what happened without being queued. A test ends by asserting that this is empty. */
  unused(): string[];
  close(): Promise<void>;
}

interface Operation {
  name: string;
  pattern: RegExp;
  queue: Instruction[];
  always: Instruction | undefined;
}

/** Starts a local server that does what it is told, request by request. */
export async function startScriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const operations: Operation[] = [];
  const requests: RecordedRequest[] = [];
  const unexpected: string[] = [];
  const numbers = new WeakMap<Socket, number>();
  const stale = new WeakSet<Socket>();
  const clock = options.clock ?? systemClock;
  let connections = 0;
  let openConnections = 0;

  const operation = (name: string): Operation => {
    const known = operations.find((candidate) => candidate.name === name);
    if (known) return known;
    const pattern = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
    const made: Operation = { name, pattern, queue: [], always: undefined };
    operations.push(made);
    return made;
  };

  const instructionFor = (name: string): Instruction | undefined => {
    const matching = operations.filter(({ pattern }) => pattern.test(name));
    const queued = matching.find(({ queue }) => queue.length > 0)?.queue.shift();
    return queued ?? matching.find(({ always }) => always)?.always;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { socket } = request;
    if (stale.has(socket)) return void reset(socket);
    const at = clock.monotonic();
    const url = new URL(request.url ?? '/', 'http://local');
    const name = `${request.method} ${url.pathname}`;
    const instruction = instructionFor(name);
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.search,
      headers: request.headers,
      body: '',
      at,
      connection: numbers.get(socket) ?? 0,
    };
    requests.push(recorded);
    if (!instruction) unexpected.push(name);
    if (instruction?.reset === 'before-reading') return void reset(socket);
    recorded.body = await readAll(request);
    await instruction?.before?.(recorded);
    if (instruction?.goesStale) stale.add(socket);
    await answer(instruction ?? { status: 418, body: 'no instruction' }, socket, response, clock);
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // What a client does to its connection is no fault of the script.
    response.on('error', () => undefined);
    serve(request, response).catch(() => request.socket.destroy());
  };
  const server: Server = options.tls ? createSecureServer(options.tls, handle) : createServer(handle);
  server.keepAliveTimeout = 60_000;
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    numbers.set(socket, ++connections);
    openConnections++;
    socket.on('error', () => undefined).on('close', () => openConnections--);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    origin: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    unexpected,
    get connections() {
      return connections;
    },
    get openConnections() {
      return openConnections;
    },
    script: (name, ...instructions) => void operation(name).queue.push(...instructions),
    always: (name, instruction) => void (operation(name).always = instruction),
    unused: () => [
      ...operations.filter(({ queue }) => queue.length > 0).map(({ name, queue }) => `${name}: ${queue.length} not used`),
      ...unexpected.map((name) => `${name}: not expected`),
    ],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(instruction: Instruction, socket: Socket, response: ServerResponse, clock: Clock): Promise<void> {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  if (instruction.reset) return void reset(socket);
  if (instruction.earlyHints) response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  for (let sent = 0; sent < (instruction.continues ?? 0); sent++) response.writeContinue();
  if (instruction.silent) return;
  if (instruction.waitMs) await wait(instruction.waitMs);
  const { status = 200 } = instruction;
  const body = bodyOf(instruction);
  const date = new Date(clock.now()).toUTCString();
  const headers: Record<string, string | number | string[]> = { date, ...headersOf(instruction, body), ...instruction.headers };
  if (instruction.slowHeadMs !== undefined) return sendSlowHead(socket, status, headers, body, () => wait(instruction.slowHeadMs ?? 0));
  if (instruction.contentLength === 'none') {
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
  }
  response.writeHead(status, headers);
  if (instruction.endless) return sendForEver(response, body);
  if (instruction.bytesPerSecond !== undefined) await sendSlowly(response, body, instruction.bytesPerSecond, wait);
  else if (instruction.cutAfter !== undefined || instruction.stallAfter !== undefined) return sendPart(instruction, socket, response, body);
  else response.write(body);
  // A length that is not the body's leaves the client waiting or confused: the connection ends either way.
  if (instruction.contentLength !== undefined) response.end(() => socket.end());
  else response.end();
}

/** A TLS connection that was handed on cannot be reset itself. */
function reset(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

function bodyOf({ body = '', encoding }: Instruction): Buffer {
  const plain = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  if (!encoding) return plain;
  return { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding](plain);
}

function headersOf({ body, encoding, contentLength, endless }: Instruction, sent: Buffer): Record<string, string | number> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  return {
    ...(isJson && { 'content-type': 'application/json' }),
    ...(encoding && { 'content-encoding': encoding }),
    ...(contentLength !== 'none' && !endless && { 'content-length': contentLength ?? sent.length }),
  };
}

async function sendSlowHead(socket: Socket, status: number, headers: Record<string, unknown>, body: Buffer, pause: () => Promise<void>): Promise<void> {
  const lines = [`HTTP/1.1 ${status} Slow`, ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`), 'connection: close', '', ''];
  for (const byte of lines.join('\r\n')) {
    if (socket.destroyed) return;
    socket.write(byte);
    await pause();
  }
  socket.end(body);
}

async function sendSlowly(response: ServerResponse, body: Buffer, bytesPerSecond: number, wait: (ms: number) => Promise<void>): Promise<void> {
  const size = Math.max(1, Math.round(bytesPerSecond / 10));
  for (let sent = 0; sent < body.length && !response.destroyed; sent += size) {
    response.write(body.subarray(sent, sent + size));
    await wait((1000 * size) / bytesPerSecond);
  }
}

function sendPart({ cutAfter, stallAfter }: Instruction, socket: Socket, response: ServerResponse, body: Buffer): void {
  const part = body.subarray(0, cutAfter ?? stallAfter);
  if (part.length === 0) response.flushHeaders();
  else response.write(part);
  // Flushed first, or a reset would lose the head.
  if (cutAfter !== undefined) setTimeout(() => reset(socket), 20);
}

function sendForEver(response: ServerResponse, body: Buffer): void {
  const send = (): void => {
    while (!response.destroyed && response.write(body));
  };
  response.on('drain', send);
  send();
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
