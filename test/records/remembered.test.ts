import assert from 'node:assert/strict';
import { Remembered } from '../../src/records/remembered';

describe('What is remembered', () => {
  it('is read once, except for long texts, and again if there were too many', () => {
    const read: string[] = [];
    const lengths = new Remembered((text) => read.push(text.slice(0, 3)) && text.length, 2);
    const long = 'long'.repeat(1000);
    for (const text of ['a', 'a', long, long, 'b', 'a', 'c', 'a']) assert.equal(lengths.of(text), text.length);
    assert.deepEqual(read, ['a', 'lon', 'lon', 'b', 'c', 'a']);
  });
});
