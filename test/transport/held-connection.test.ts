import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ByteFailure } from '../../src/transport/byte-exchange';
import { ByteScenario } from './byte-scenario';

const SIZE = 600_000;
const BODY = Buffer.from(Uint32Array.from({ length: SIZE / 4 }, (_, index) => index).buffer);

/** The connections of undici. */
const connections: Socket[] = [];
const noteConnection = (message: unknown): void => void connections.push((message as { socket: Socket }).socket);

/** At the client: if a server sends a reset, some systems report an end. */
function reset(): void {
  connections.at(-1)?.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
}

/** The answers that undici holds apart when a connection ends: those that are over with it, and those that should not be. */
const ANSWERS: Record<string, { version: string; headers: string; chunked?: boolean; endsWithConnection?: boolean }> = {
  'with a length': { version: '1.1', headers: `Content-Length: ${SIZE}` },
  'with a length, and a connection that closes': { version: '1.1', headers: `Content-Length: ${SIZE}\r\nConnection: close` },
  'in chunks': { version: '1.1', headers: 'Transfer-Encoding: chunked', chunked: true },
  'in chunks, and a connection that closes': { version: '1.1', headers: 'Transfer-Encoding: chunked\r\nConnection: close', chunked: true },
  'without a length': { version: '1.1', headers: 'Connection: close', endsWithConnection: true },
  'of HTTP/1.0 with a length': { version: '1.0', headers: `Content-Length: ${SIZE}` },
  'of HTTP/1.0 without a length': { version: '1.0', headers: 'Server: old', endsWithConnection: true },
};

/** How much of the body comes, and how the connection ends after it. */
const ENDS: Record<string, { bytes: number; over: (socket: Socket) => void }> = {
  'behind its last byte': { bytes: SIZE, over: (socket) => socket.end() },
  'in the middle': { bytes: SIZE / 2, over: (socket) => socket.end() },
  'by a reset in the middle': { bytes: SIZE / 2, over: () => undefined },
  'before its first byte': { bytes: 0, over: (socket) => socket.end() },
};

/** What is sent of a body: a chunk of HTTP names more than comes of it, unless it comes whole. */
function sent(bytes: number, chunked: boolean): Buffer {
  const body = BODY.subarray(0, bytes);
  if (!chunked) return body;
  return Buffer.concat([Buffer.from(`${SIZE.toString(16)}\r\n`), body, Buffer.from(bytes === SIZE ? '\r\n0\r\n\r\n' : '')]);
}

describe('a connection that ends while its answer is held back', () => {
  const stage = ByteScenario.inEachTest();
  let server: Server | undefined;

  before(() => subscribe('undici:client:connected', noteConnection));
  after(() => unsubscribe('undici:client:connected', noteConnection));
  afterEach(() => server?.close());

  async function serve(head: string, body: Buffer, over: (socket: Socket) => void): Promise<string> {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(Buffer.concat([Buffer.from(head), body]), () => over(socket)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/soil.zip`;
  }

  for (const [what, { version, headers, chunked = false, endsWithConnection = false }] of Object.entries(ANSWERS)) {
    for (const [where, { bytes, over }] of Object.entries(ENDS)) {
      const isWhole = bytes === SIZE || (endsWithConnection && !where.includes('reset'));
      it(`leaves the process alone, and the bytes as they came: an answer ${what} that ends ${where}`, async () => {
        const url = await serve(`HTTP/${version} 200 OK\r\n${headers}\r\n\r\n`, sent(bytes, chunked), over);
        const answer = await stage.open().get(url);
        const pieces: Buffer[] = [];
        let isTaking = false;
        const read = answer.read(async (piece) => {
          assert.equal(isTaking, false, 'one piece after the other');
          isTaking = true;
          pieces.push(Buffer.from(piece));
          // The first is taken for longer than the server has to send.
          if (pieces.length === 1) {
            await new Promise((resolve) => setTimeout(resolve, 30));
            if (where.includes('reset')) reset();
          }
          await new Promise(setImmediate);
          isTaking = false;
        });
        if (isWhole) await read;
        else await assert.rejects(read, (error) => error instanceof ByteFailure && error.words.outlook === 'passing');
        if (isWhole) assert.equal(isTaking, false, 'not complete before the last piece is taken');
        const came = Buffer.concat(pieces);
        assert.ok(came.equals(BODY.subarray(0, came.length)));
        if (isWhole) assert.equal(came.length, bytes);
      });
    }

    it(`does not take what came for the whole if a connection is reset while nobody holds it back: an answer ${what}`, async () => {
      const url = await serve(`HTTP/${version} 200 OK\r\n${headers}\r\n\r\n`, sent(SIZE / 2, chunked), () => undefined);
      const answer = await stage.open().get(url);
      let bytes = 0;
      const read = answer.read((piece) => {
        bytes += piece.length;
        if (bytes === SIZE / 2) setImmediate(reset);
        return undefined;
      });
      await assert.rejects(read, (error) => error instanceof ByteFailure && error.words.outlook === 'passing');
    });
  }
});
