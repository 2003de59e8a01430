import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import type { ByteAnswer } from '../../src/transport/byte-exchange';
import { decodedAnswer } from '../../src/transport/decoded-answer';

describe('an answer that is decoded', () => {
  it('unfolds no further once nobody wants it, though all of its coded form has come', async () => {
    const coded = brotliCompressSync(Buffer.alloc(16 * 2 ** 20));
    const answer: ByteAnswer = {
      ...{ status: 403, headers: { 'content-encoding': 'br' }, host: 'files.example', url: 'https://files.example/soil.zip' },
      secrets: () => [],
      read: (take) => Promise.resolve(take(coded)),
      discard: () => undefined,
    };
    const decoded = decodedAnswer(answer);
    let bytes = 0;
    const read = decoded.read((piece) => {
      bytes += piece.length;
      decoded.discard();
      return undefined;
    });
    await assert.rejects(read, /discarded/);
    assert.ok(bytes < 2 ** 20, `${bytes} bytes`);
  });
});
