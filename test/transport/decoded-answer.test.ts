import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ByteAnswer, ByteFailure } from '../../src/transport/byte-exchange';
import { decodedAnswer } from '../../src/transport/decoded-answer';

describe('an answer that is decoded', () => {
  it('is decoded no further once nobody wants it, though all of its coded form has come', async () => {
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

  it('is read no further once it cannot be decoded', async () => {
    let stop = (): void => undefined;
    // Much of it is still to come.
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const answer: ByteAnswer = {
      ...{ status: 200, headers: { 'content-encoding': 'gzip' }, host: 'files.example', url: 'https://files.example/soil.zip' },
      secrets: () => [],
      read: (take) => {
        void take(Buffer.from('not gzip'));
        return stopped;
      },
      discard: () => stop(),
    };
    await assert.rejects(decodedAnswer(answer).read(() => undefined), ({ words }: ByteFailure) => words.detail === 'Z_DATA_ERROR');
  });

  it('leaves no listeners behind, however often the server is held back', async () => {
    const plain = Buffer.concat(Array.from({ length: 60 }, () => randomBytes(2 ** 20)));
    const coded = gzipSync(plain, { level: 0 });
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', note);
    let stops = 0;
    const answer: ByteAnswer = {
      ...{ status: 200, headers: { 'content-encoding': 'gzip' }, host: 'files.example', url: 'https://files.example/soil.zip' },
      secrets: () => [],
      read: async (take) => {
        for (let at = 0; at < coded.length; at += 4 * 2 ** 20) {
          const held = take(coded.subarray(at, at + 4 * 2 ** 20));
          if (held) stops += 1;
          await held;
        }
      },
      discard: () => undefined,
    };
    let bytes = 0;
    await decodedAnswer(answer).read((piece) => {
      bytes += piece.length;
      return undefined;
    });
    const listened = once(process, 'warning');
    process.emitWarning('the last one');
    await listened;
    process.off('warning', note);
    assert.equal(bytes, plain.length);
    assert.ok(stops > 10, `${stops} stops`);
    assert.deepEqual(warnings, ['the last one']);
  });
});
