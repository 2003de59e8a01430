import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { decodeLines, encodeLine } from '../../../src/jobs/journal/journal-line';

const lineOf = (record: unknown): Buffer => Buffer.from(encodeLine(record));

const records = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 8 });

function read(bytes: Buffer): unknown[] {
  return [...decodeLines(bytes)].flatMap((stretch) => ('record' in stretch ? [stretch.record] : []));
}

/** What JSON makes of a value: it has no -0. */
function asJson(values: unknown[]): unknown[] {
  return JSON.parse(JSON.stringify(values)) as unknown[];
}

describe('A line of the journal', () => {
  it('gives back what was written', () => {
    fc.assert(fc.property(records, (given) => assert.deepEqual(read(Buffer.concat(given.map(lineOf))), asJson(given))));
  });

  it('is taken whole or not at all, wherever a crash has cut the file', () => {
    const given = [{ change: 'known', name: 'Grüße 🌍' }, [1, null], 'text'];
    const lines = given.map(lineOf);
    const whole = Buffer.concat(lines);
    for (let cut = 0; cut <= whole.length; cut++) {
      let end = 0;
      const before = given.filter((_, at) => (end += (lines[at] as Buffer).length) <= cut);
      assert.deepEqual(read(whole.subarray(0, cut)), before, `cut at ${cut}`);
    }
  });

  it('is refused when any bit of it has changed, and its neighbours are not', () => {
    const line = lineOf({ change: 'settled', id: 'abc' });
    const other = lineOf('neighbour');
    for (let bit = 0; bit < line.length * 8; bit++) {
      const bytes = Buffer.concat([other, line, other]);
      const at = other.length + (bit >> 3);
      bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
      const found = read(bytes);
      // A newline that has changed joins two lines, and neither can be recognised any more.
      const isEnd = bit >> 3 === line.length - 1;
      assert.deepEqual(found, isEnd ? ['neighbour'] : ['neighbour', 'neighbour'], `bit ${bit}`);
    }
  });

  it('says where damage begins and ends, so that it can be set aside', () => {
    const good = lineOf(1);
    const stretches = [...decodeLines(Buffer.concat([good, Buffer.from('junk\n'), good, Buffer.from('torn')]))];
    assert.deepEqual(
      stretches.map((stretch) => ('damaged' in stretch ? stretch.damaged.toString() : stretch.record)),
      [1, 'junk\n', 1, 'torn'],
    );
    assert.deepEqual(stretches.map(({ end }) => end), [good.length, good.length + 5, 2 * good.length + 5, 2 * good.length + 9]);
  });

  it('is refused if its checksum is right but its JSON is not', () => {
    assert.deepEqual(read(Buffer.from(`${crc32('{oops').toString(16).padStart(8, '0')} 5 {oops\n`)), []);
  });

  it('is never found in bytes that are not a journal', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => assert.deepEqual(read(Buffer.from(bytes)), [])));
  });
});
