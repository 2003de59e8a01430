import assert from 'node:assert/strict';
import { counted } from '../../src/text/counted';

describe('Things that were counted', () => {
  it('are one thing if there is one, and things if there are none or several', () => {
    assert.deepEqual([0, 1, 2].map((count) => counted(count, 'byte')), ['0 bytes', '1 byte', '2 bytes']);
    assert.deepEqual([0, 1, 2].map((count) => counted(count, 'entry', 'entries')), ['0 entries', '1 entry', '2 entries']);
  });
});
