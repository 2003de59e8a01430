import assert from 'node:assert/strict';
import { MemoryPart } from '../../src/download/memory-part';

describe('A download in memory', () => {
  it('knows what it holds, and of which file', async () => {
    const part = new MemoryPart();
    assert.deepEqual(part.held, { bytes: 0 });
    part.write(Buffer.from('lost'));
    await part.restart({ etag: '"a"' });
    part.write(Buffer.from('soil'));
    part.learnTotal(8);
    assert.deepEqual(part.held, { bytes: 4, etag: '"a"', total: 8 });
    part.write(Buffer.from('data'));
    part.forget();
    assert.deepEqual(part.held, { bytes: 8 }, 'nothing that could be gone on with');
    assert.equal(part.take().toString(), 'soildata');
  });

  it('holds nothing if nothing came', () => {
    assert.equal(new MemoryPart().take().length, 0);
  });
});
