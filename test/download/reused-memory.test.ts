import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { giveMemoryBack, takeMemory } from '../../src/download/reused-memory';

const MIB = 1024 * 1024;

function collectHeap(): void {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
}

describe('Memory of small downloads', () => {
  it('is enough, and no more than twice as much', () => {
    for (const [wanted, size] of [[0, 8192], [1, 8192], [8192, 8192], [8193, 16_384], [100_000, 131_072], [131_072, 131_072], [524_288, 524_288]] as const) {
      assert.equal(takeMemory(wanted).length, size, `${wanted}`);
    }
  });

  it('is used again by one of like size, once it was given back', () => {
    const first = takeMemory(40_000);
    const second = takeMemory(40_000);
    assert.notEqual(second.buffer, first.buffer);
    giveMemoryBack(first);
    assert.notEqual(takeMemory(20_000).buffer, first.buffer, 'a smaller one');
    assert.equal(takeMemory(60_000), first);
    assert.notEqual(takeMemory(60_000), first, 'it has been taken');
  });

  it('is kept up to so much', () => {
    const used = Array.from({ length: 20 }, () => takeMemory(MIB));
    for (const memory of used) giveMemoryBack(memory);
    const again = Array.from({ length: 20 }, () => takeMemory(MIB));
    assert.equal(again.filter((memory) => used.includes(memory)).length, 8);
    giveMemoryBack(again[0]!);
    assert.equal(takeMemory(MIB), again[0], 'there is room again');
  });

  it('goes back to the system when the heap is collected', async () => {
    const give = (): WeakRef<Buffer> => {
      const memory = takeMemory(2 * MIB);
      giveMemoryBack(memory);
      return new WeakRef(memory);
    };
    const given = give();
    await nextTurn();
    collectHeap();
    assert.equal(given.deref(), undefined);
    giveMemoryBack(takeMemory(MIB));
  });
});
