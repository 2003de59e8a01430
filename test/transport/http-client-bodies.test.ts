import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, deflateRawSync, gzipSync } from 'node:zlib';
import { systemClock } from '../../src/time/clock';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('The body of an answer', () => {
  const scenario = ExchangeScenario.inEachTest();
  const json = JSON.stringify({ soil: 'Bödenart', list: Array.from({ length: 2000 }, (_, index) => index) });

  for (const encoding of [undefined, 'gzip', 'deflate', 'br'] as const) {
    it(`arrives whole if it is ${encoding ?? 'not'} encoded, in one piece or many`, async () => {
      scenario.server.script('GET /', { body: json, encoding }, { body: json, encoding, bytesPerSecond: 200_000 }, { body: json, encoding, contentLength: 'none' });
      for (let count = 0; count < 3; count++) assert.equal((await scenario.get('/')).body, json);
    });
  }

  it('is read if deflate comes without the header of zlib, gzip by its old name or after a word that is not an encoding, and with such a word alone', async () => {
    scenario.server.script(
      'GET /',
      { body: deflateRawSync(json), headers: { 'content-encoding': 'deflate' } },
      { body: gzipSync(json), headers: { 'content-encoding': 'X-GZIP' } },
      { body: gzipSync(json), headers: { 'content-encoding': 'aws-chunked,gzip' } },
      { body: json, headers: { 'content-encoding': 'identity' } },
      { body: json, headers: { 'content-encoding': 'UTF-8' } },
    );
    for (let count = 0; count < 5; count++) assert.equal((await scenario.get('/')).body, json);
  });

  it('is read in the character set of its headers if it is not UTF-8', async () => {
    const type = (charset: string): object => ({ headers: { 'content-type': `application/json;charset=${charset}` } });
    scenario.server.script('GET /', { body: Buffer.from('Böden', 'latin1'), ...type('ISO-8859-1') }, { body: Buffer.from('Böden', 'latin1'), encoding: 'gzip', ...type('"windows-1252"') }, { body: Buffer.from('\ufeffBöden', 'utf16le'), ...type('utf-16') });
    for (let count = 0; count < 3; count++) assert.equal((await scenario.get('/')).body, 'Böden');
    scenario.server.script('GET /', { body: 'Böden', ...type('ISO-8859-1') });
    assert.equal((await scenario.get('/')).body, 'Böden', 'UTF-8 all the same');
    for (const name of ['utf-8', 'x-unknown', 'utf-16']) {
      scenario.server.script('GET /', { body: Buffer.from('Böden', 'latin1'), ...type(name) });
      await failureOf(scenario.get('/'), 'SOIL_RESPONSE');
    }
  });

  it('may be empty, encoded or not', async () => {
    scenario.server.script('GET /', {}, { headers: { 'content-encoding': 'gzip' } }, { contentLength: 'none' });
    for (let count = 0; count < 3; count++) assert.equal((await scenario.get('/')).body, '');
  });

  it('loses a byte order mark', async () => {
    scenario.server.script('GET /', { body: '\ufeff{}' });
    assert.equal((await scenario.get('/')).body, '{}');
  });

  for (const [name, instruction, what] of [
    ['is encoded in an unknown way', { headers: { 'content-encoding': 'zstd' }, body: 'x' }, /is encoded in a way that was not asked for and is not known \(Content-Encoding zstd\)/],
    ['is encoded twice', { headers: { 'content-encoding': 'gzip, br' }, body: 'x' }, /is encoded in a way/],
    ['is no gzip although it says so', { headers: { 'content-encoding': 'gzip' }, body: 'plain text' }, /cannot be decoded/],
    ['is a cut gzip', { headers: { 'content-encoding': 'gzip' }, body: Buffer.from('1f8b0800000000000003', 'hex') }, /cannot be decoded\. Try again; if that does not help, check the address in the settings, and ask/],
    ['is not UTF-8', { body: Buffer.from('4af6e4', 'hex') }, /is not valid UTF-8/],
  ] as const) {
    it(`is refused if it ${name}`, async () => {
      scenario.server.script('GET /', instruction);
      const error = await failureOf(scenario.get('/'), 'SOIL_RESPONSE');
      assert.match(error.message, what);
      assert.equal(error.cause.status, 200);
    });
  }

  it('is read as far as possible if it explains a refusal', async () => {
    scenario.server.script(
      'GET /',
      { status: 404, body: Buffer.from('not h\xe9re', 'latin1') },
      { status: 404, body: 'x', headers: { 'content-encoding': 'zstd' } },
      { status: 404, body: Buffer.alloc(2 ** 21) },
      { status: 404, body: Buffer.alloc(65536), endless: true },
      { status: 404, body: 'words', encoding: 'gzip' },
    );
    const bodies: string[] = [];
    for (let count = 0; count < 5; count++) bodies.push((await scenario.get('/')).body);
    assert.deepEqual(bodies, ['not h\ufffdre', '', '', '', 'words']);
  });

  for (const [name, instruction] of [
    ['by its length', { body: 'x'.repeat(1001) }],
    ['without saying its length', { body: 'x'.repeat(1001), contentLength: 'none' }],
    ['byte by byte', { body: 'x'.repeat(1001), bytesPerSecond: 1_000_000, contentLength: 'none' }],
    ['for ever', { body: 'x'.repeat(100), endless: true }],
    ['when decoded', { body: 'x'.repeat(1001), encoding: 'gzip' }],
    ['in random bytes that say they are encoded', { body: Buffer.alloc(5000, 0x1f), headers: { 'content-encoding': 'br' } }],
  ] as const) {
    it(`is refused if it exceeds the limit ${name}`, async () => {
      scenario.server.script('GET /', instruction, { body: 'x'.repeat(1000) });
      const error = await failureOf(scenario.get('/', { maxBytes: 1000 }), 'SOIL_RESPONSE');
      assert.match(error.message, /is longer than the limit of 1000 bytes/);
      assert.equal((await scenario.get('/', { maxBytes: 1000 })).body.length, 1000);
    });
  }

  it('is refused at once if its length exceeds the limit', async () => {
    scenario.server.script('GET /', { body: 'x', contentLength: 10 ** 12, stallAfter: 1 });
    const error = await failureOf(scenario.get('/'), 'SOIL_RESPONSE');
    assert.match(error.message, /is longer than the limit of 32 MiB\. Ask for less at once: a smaller area, or fewer datasets and properties\. If no long/);
  });

  it('that is unreadable for another reason leads to the settings', async () => {
    scenario.server.script('GET /', { body: Buffer.of(0xc3, 0x28) });
    const error = await failureOf(scenario.get('/'), 'SOIL_RESPONSE');
    assert.match(error.message, /is not valid UTF-8\. Check the address in the settings\.$/);
  });

  it('is that of the final answer, not of early hints', async () => {
    scenario.server.script('GET /', { earlyHints: true, body: 'proper' });
    const answer = await scenario.get('/');
    assert.deepEqual([answer.status, answer.body, answer.headers['link']], [200, 'proper', undefined]);
  });

  it('is cut at 32 MiB if it is a bomb of 512 MiB, which bounds the memory, too', async () => {
    const bomb = await startBomb(512 * 2 ** 20);
    try {
      scenario.use({ clock: systemClock });
      const before = process.memoryUsage().rss;
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 5);
      const error = await failureOf(scenario.exchange({ method: 'GET', url: bomb.url }), 'SOIL_RESPONSE');
      clearInterval(watch);
      assert.match(error.message, /is longer than the limit of 32 MiB/);
      assert.ok(most < 200 * 2 ** 20, `memory rose by ${Math.round(most / 2 ** 20)} MiB`);
    } finally {
      await bomb.close();
    }
  });
});

/** Sends so many zero bytes as gzip: a thousandth of that goes over the line. */
async function startBomb(bytes: number): Promise<{ url: string; close(): Promise<void> }> {
  const piece = Buffer.alloc(2 ** 20);
  const packed: Buffer[] = [];
  const gzip = createGzip({ level: 1 });
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  for (let written = 0; written < bytes; written += piece.length) {
    if (!gzip.write(piece)) await new Promise((resolve) => gzip.once('drain', resolve));
  }
  await new Promise<void>((resolve) => gzip.end(resolve));
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(Buffer.concat(packed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
