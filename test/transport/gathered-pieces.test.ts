import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MemoryPart } from '../../src/download/memory-part';
import { GatheredPieces } from '../../src/transport/gathered-pieces';
import { collectGarbage } from '../memory/collect-garbage';

const KiB = 1024;

describe('Pieces of a body', () => {
  it('stay in order, whatever their lengths, also after some were taken away', () => {
    const lengths = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 4090, max: 4100 }), fc.integer({ min: 20_000, max: 70_000 })), { maxLength: 40 });
    fc.assert(
      fc.property(lengths, fc.nat(40), (given, takenAfter) => {
        const gathered = new GatheredPieces();
        const pieces = given.map((length, at) => Buffer.alloc(length, at + 1));
        const taken: Buffer[] = [];
        for (const [at, piece] of pieces.entries()) {
          gathered.add(piece);
          if (at === takenAfter) taken.push(gathered.take());
        }
        const { bytes } = gathered;
        assert.equal(Buffer.concat(gathered.pieces).length, bytes);
        assert.ok(Buffer.concat([...taken, gathered.take()]).equals(Buffer.concat(pieces)));
        assert.equal(gathered.bytes, 0);
      }),
      { numRuns: 200 },
    );
  });

  it('are merged if they are small, and stay as they are if they are large', () => {
    const gathered = new GatheredPieces();
    for (let at = 0; at < 100_000; at += 1) gathered.add(Buffer.of(at & 255));
    // The first, a room full, and what is left.
    assert.deepEqual(
      gathered.pieces.map(({ length }) => length),
      [1, 64 * KiB, 100_000 - 64 * KiB - 1],
    );
    const large = Buffer.alloc(16 * KiB);
    gathered.add(large);
    assert.equal(gathered.pieces.at(-1), large);
  });

  it('of one byte each take little more memory than their bytes', () => {
    const part = new MemoryPart();
    const block = Buffer.alloc(64 * KiB, 7);
    const used = (): number => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = used();
    for (let at = 0; at < 1_000_000; at += 1) part.write(block.subarray(at % block.length, (at % block.length) + 1));
    // As they come, they would take a hundred and more.
    assert.ok(used() - before < 20e6, `${used() - before} bytes for a million`);
    assert.equal(part.take().length, 1_000_000);
  });
});
