import assert from 'node:assert/strict';
import { Remembered } from '../../src/records/remembered';

describe('What is remembered', () => {
  it('is read once, except for long texts, and again if there were too many', () => {
    const read: string[] = [];
    const lengths = new Remembered((text) => read.push(text.slice(0, 3)) && text.length);
    const long = 'long'.repeat(1000);
    for (const text of ['a', 'a', long, long]) assert.equal(lengths.of(text), text.length);
    for (let more = 1; more < 10_000; more += 1) lengths.of(`${more}`);
    for (const text of ['a', 'b', 'a']) lengths.of(text);
    assert.deepEqual(read.filter((text) => /[a-z]/.test(text)), ['a', 'lon', 'lon', 'b', 'a']);
  });
});
