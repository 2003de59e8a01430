import assert from 'node:assert/strict';
import { DistinctRecords } from '../../src/records/distinct-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { madeRecord } from './made-record';

/** A record with something in every field. */
const RECORD = madeRecord({ originalValue: 6, originalUnit: 'pH', h3: '8a', licence: 'CC0', method: 'water' });

describe('Repeats', () => {
  it('are records with the same in every field', () => {
    const distinct = new DistinctRecords();
    assert.equal(distinct.add(RECORD), true);
    assert.equal(distinct.add({ ...RECORD }), false);
    for (const field of Object.keys(RECORD) as (keyof SoilRecord)[]) {
      for (const value of ['other', null, 7]) assert.equal(distinct.add({ ...RECORD, [field]: value }), true, `${field} ${value}`);
    }
  });

  it('are told from records whose texts are only the same when joined', () => {
    const distinct = new DistinctRecords();
    assert.equal(distinct.add({ ...RECORD, dataset: 'ab', property: 'c' }), true);
    assert.equal(distinct.add({ ...RECORD, dataset: 'a', property: 'bc' }), true);
    assert.equal(distinct.add({ ...RECORD, depthTop: 10, depthBottom: null }), true);
    assert.equal(distinct.add({ ...RECORD, depthTop: null, depthBottom: 10 }), true);
    assert.equal(distinct.add({ ...RECORD, lat: 0 }), true);
    assert.equal(distinct.add({ ...RECORD, lat: -0 }), false);
    assert.equal(distinct.add({ ...RECORD, value: '1' }), true);
    assert.equal(distinct.add({ ...RECORD, value: 1 }), true);
  });

  it('are found among many records, and nothing else is', () => {
    const distinct = new DistinctRecords();
    let added = 0;
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 60_000; n += 1) if (distinct.add({ ...RECORD, value: n % 300, lon: Math.floor(n / 300) / 1000 })) added += 1;
    }
    assert.equal(added, 60_000);
  });

  it('are recognised by both halves of their hashes, one of which may be zero: with only one, a record in millions would be lost', () => {
    const [table] = (new DistinctRecords() as unknown as { tables: [{ add(a: number, b: number): boolean }] }).tables;
    const numbers = [0, 1, 2, 257, 513, 1025, 2 ** 31, ...Array.from({ length: 20 }, (_, at) => at * 65_536 + 3)];
    const hashes = numbers.flatMap((one) => numbers.map((other) => [one, other] as const)).slice(1);
    for (const isNew of [true, false]) for (const [one, other] of hashes) assert.equal(table.add(one, other), isNew, `${one} ${other}`);
  });

  it('are hashed differently in each reading', () => {
    const hashes = { a: new Set<number>(), b: new Set<number>() };
    for (let reading = 0; reading < 20; reading += 1) {
      const distinct = new DistinctRecords();
      distinct.add(RECORD);
      for (const half of ['a', 'b'] as const) hashes[half].add((distinct as unknown as { a: number; b: number })[half]);
    }
    assert.ok(hashes.a.size > 10 && hashes.b.size > 10);
  });
});
