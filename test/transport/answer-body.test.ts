import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { bodyReader, type BodyReader, type UnreadableBody } from '../../src/transport/answer-body';
import { collectGarbage } from '../memory/collect-garbage';

/** A reader, and how its reading ends. */
function reading(headers: Record<string, string>, limits = { maxBytes: 2 ** 24, strict: true }): { reader: BodyReader | undefined; end: Promise<string | UnreadableBody> } {
  let reader: BodyReader | undefined;
  const end = new Promise<string | UnreadableBody>((resolve) => {
    reader = bodyReader(headers, limits, { done: resolve, fail: resolve });
  });
  return { reader, end };
}

async function read(pieces: Buffer[], headers: Record<string, string> = {}, limits?: { maxBytes: number; strict: boolean }): Promise<string> {
  const { reader, end } = reading(headers, limits);
  for (const piece of pieces) reader?.add(piece);
  reader?.end();
  const outcome = await end;
  return typeof outcome === 'string' ? outcome : `unreadable: ${outcome.reason}`;
}

function cut(whole: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size));
}

describe('A reader of bodies', () => {
  const whole = Buffer.from(randomBytes(1_500_000).toString('base64'));

  for (const size of [7, 1000, 4096, 65_536, 1_000_000, 3_000_000]) {
    it(`puts pieces of ${size} bytes together, plain and encoded`, async () => {
      // Ten thousand pieces are as good as a hundred thousand.
      const body = whole.subarray(0, size * 10_000);
      assert.ok((await read(cut(body, size))) === body.toString());
      assert.ok((await read(cut(gzipSync(body, { level: 1 }), size), { 'content-encoding': 'gzip' })) === body.toString());
    });
  }

  it('takes a body of just the limit, and no byte more', async () => {
    const limits = { maxBytes: 10, strict: true };
    assert.equal(await read([Buffer.from('01234'), Buffer.from('56789')], {}, limits), '0123456789');
    assert.equal(await read([Buffer.from('01234'), Buffer.from('567890')], {}, limits), 'unreadable: is longer than the limit of 10 bytes');
    assert.equal(await read([Buffer.from('x')], { 'content-length': '10' }, limits), 'x');
    assert.equal(await read([], { 'content-length': '11' }, limits), 'unreadable: is longer than the limit of 10 bytes');
    assert.equal(await read([Buffer.from('x')], { 'content-length': 'long' }, limits), 'x');
  });

  it('takes an encoded body of just the limit, and no byte more', async () => {
    const packed = gzipSync('x');
    const headers = { 'content-encoding': 'gzip' };
    assert.equal(await read([packed], headers, { maxBytes: packed.length, strict: true }), 'x');
    assert.match(await read([packed], headers, { maxBytes: packed.length - 1, strict: true }), /longer than the limit/);
  });

  it('names its limit in MiB if it is that large', async () => {
    const lengths = [2 ** 20 - 1, 2 ** 20, 2.5 * 2 ** 20].map((maxBytes) => read([], { 'content-length': '99999999' }, { maxBytes, strict: true }));
    assert.deepEqual(
      (await Promise.all(lengths)).map((said) => said.replace(/.* limit of /, '')),
      ['1048575 bytes', '1 MiB', '2 MiB'],
    );
  });

  it('shows an unknown encoding whole and as it came, so that a secret in it is recognised; nothing longer than a name, nor what gives orders to a terminal', async () => {
    assert.match(await read([], { 'content-encoding': ' zstd, Xy-1 ' }), /\(Content-Encoding zstd, Xy-1\)$/);
    assert.match(await read([], { 'content-encoding': `zstd,${'x'.repeat(35)}` }), /\(Content-Encoding zstd,x{35}\)$/);
    assert.match(await read([], { 'content-encoding': `zstd,${'x'.repeat(36)}` }), /and is not known$/);
    assert.match(await read([], { 'content-encoding': 'zstd,x\u009b2Jy\u00c4' }), /\(Content-Encoding zstd,x\?2Jy\?\)$/);
  });

  it('says nothing once it is discarded', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const pieces = [Buffer.from('no gzip at all')];
    const { reader, end } = reading(headers);
    reader?.add(pieces[0]!);
    reader?.discard();
    // What is begun later, one after the other, has failed by then.
    for (let later = 0; later < 5; later++) assert.match(await read(pieces, headers), /unreadable/);
    assert.equal(await Promise.race([end, Promise.resolve('silence')]), 'silence');
  });

  it('counts the bytes that come, even if they decode to nothing', async () => {
    const nothing = gzipSync('');
    const { reader, end } = reading({ 'content-encoding': 'gzip' }, { maxBytes: 1000, strict: true });
    for (let sent = 0; sent <= 1000; sent += nothing.length) reader?.add(nothing);
    assert.match(String(await end), /longer than the limit/);
    reader?.discard();
  });

  it('takes off a byte order mark, and nothing like one', async () => {
    const mark = [0xef, 0xbb, 0xbf];
    assert.equal(await read([Buffer.of(...mark, 0x61)]), 'a');
    assert.equal(await read([Buffer.of(...mark)]), '');
    assert.equal(await read([Buffer.of(0xef, 0xbb, 0xbe)]), '\ufefe');
    assert.equal(await read([Buffer.of(0xef, 0xbc, 0xbf)]), '\uff3f');
    assert.equal(await read([Buffer.of(0xee, 0xbb, 0xbf)]), '\ueeff');
  });

  it('checks UTF-8 only when told to', async () => {
    const latin = [Buffer.from('J\xf6rg', 'latin1')];
    assert.equal(await read(latin), 'unreadable: is not valid UTF-8');
    assert.equal(await read(latin, {}, { maxBytes: 10, strict: false }), 'J\ufffdrg');
  });

  it('holds little more than the bytes, however small the pieces', () => {
    const { reader } = reading({});
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 300_000; count++) reader?.add(whole.subarray(count, count + 1));
    collectGarbage();
    const bytes = process.memoryUsage().heapUsed - before;
    assert.ok(bytes < 8 * 2 ** 20, `300,000 pieces take ${Math.round(bytes / 1024)} kB`);
    reader?.discard();
  });

  it('holds nothing once it is discarded', async () => {
    const { reader } = reading({});
    const pieces: WeakRef<Buffer>[] = [];
    // In a function of its own: a frame that goes on running may keep its last piece.
    const give = (): void => {
      const piece = Buffer.alloc(40_000);
      reader?.add(piece);
      pieces.push(new WeakRef(piece));
    };
    for (let count = 0; count < 300; count++) give();
    const held = async (): Promise<number> => {
      // What a WeakRef was made of or asked for stays until the end of its turn.
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      return pieces.filter((piece) => piece.deref() !== undefined).length;
    };
    assert.ok((await held()) >= 40, 'the pieces since they were last joined');
    reader?.discard();
    assert.equal(await held(), 0);
  });
});
