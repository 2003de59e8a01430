import assert from 'node:assert/strict';
import { type KnownDataset, SourceTally } from '../../src/records/data-source';
import { LicenceFilter } from '../../src/records/licence-filter';

const RETRIEVED = new Date('2026-01-02T23:00:00Z');

function tallied(licences: (string | null)[], dataset: string | null = 'A'): SourceTally {
  const tally = new SourceTally();
  for (const licence of licences) tally.add({ dataset, licence });
  return tally;
}

describe('The sources of records', () => {
  it('mark a dataset in which only some records state a licence, and say how many do not', () => {
    const [source] = tallied(['CC-BY-4.0', null, 'CC-BY-4.0', null, null]).list([], RETRIEVED);
    assert.deepEqual(source, {
      name: 'A',
      licence: 'CC-BY-4.0',
      unlicensed: true,
      unlicensedRecords: 3,
      records: 5,
      attribution: 'A. Licence: CC-BY-4.0 (not stated for 3 of 5 records: ask the source before use). Retrieved 2026-01-02',
    });
  });

  it('include the licence of the dataset for records that state none, beside those that records state', () => {
    const known = [{ name: 'A', licence: 'ODbL-1.0' }];
    const [source] = tallied(['CC-BY-4.0', null]).list(known, RETRIEVED);
    assert.deepEqual([source!.licence, source!.unlicensed], ['CC-BY-4.0; ODbL-1.0', undefined]);
    assert.equal(tallied(['CC-BY-4.0']).list(known, RETRIEVED)[0]!.licence, 'CC-BY-4.0');
  });

  it('have only what all datasets of one name agree on: nobody knows which of them a record is from', () => {
    const about = { author: 'Agency', url: 'https://example.org/a' };
    const known = [{ name: 'A', identifier: 1, licence: 'CC-BY-4.0', ...about }, { name: 'a', identifier: 2, licence: 'CC-BY-NC-4.0', ...about, url: 'https://example.org/b' }];
    const [source] = tallied([null]).list(known, RETRIEVED);
    assert.deepEqual([source!.licence, source!.identifier, source!.author, source!.url, source!.unlicensed], [null, undefined, 'Agency', undefined, true]);
    assert.equal(new LicenceFilter(['CC BY'], known).passes({ dataset: 'A', licence: null }), false);
    const agreed = known.map((one) => ({ ...one, licence: 'CC0' }));
    assert.deepEqual(tallied([null]).list(agreed, RETRIEVED).map(({ licence, unlicensed }) => [licence, unlicensed]), [['CC0', undefined]]);
    for (const again of [{ ...known[0]!, licence: null }, { name: 'A', licence: null }]) {
      assert.equal(tallied([null]).list([known[0]!, again], RETRIEVED)[0]!.licence, 'CC-BY-4.0', 'one dataset that is told of twice');
    }
  });

  it('do not have the licence of another dataset without a name', () => {
    const known = [{ name: '', licence: 'CC-BY-4.0' }];
    assert.equal(tallied([null], null).list(known, RETRIEVED)[0]!.licence, null);
    assert.equal(new LicenceFilter(['CC BY'], known).passes({ dataset: null, licence: null }), false);
  });

  it('are attributed without what is unknown', () => {
    const [source] = tallied(['CC0']).list([{ name: 'A', author: '', url: '' }], RETRIEVED);
    assert.equal(source!.attribution, 'A. Licence: CC0. Retrieved 2026-01-02');
  });

  it('name each of several licences in a script other than Latin', () => {
    assert.equal(tallied(['政府公開資料', '商用禁止', '政府公開資料']).list([], RETRIEVED)[0]!.licence, '政府公開資料; 商用禁止');
  });

  it('name a licence once, however it is spelled', () => {
    const licences = ['CC BY 4.0', 'CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/', 'CC0-1.0'];
    assert.equal(tallied(licences).list([], RETRIEVED)[0]!.licence, 'CC BY 4.0; CC0-1.0');
  });

  it('stay few, however many names a file has for datasets', () => {
    const tally = new SourceTally();
    for (let row = 0; row < 5_000; row += 1) tally.add({ dataset: `sample ${row}`, licence: 'CC0' });
    tally.add({ dataset: 'sample 7', licence: 'CC0' });
    const sources = tally.list([], RETRIEVED);
    assert.deepEqual([sources.length, sources[0]!.name, sources[0]!.records], [1001, '(more datasets)', 4000]);
    assert.deepEqual([sources[1]!.name, sources[1]!.records], ['sample 7', 2]);
    const [source] = tallied(Array.from({ length: 100 }, (_, row) => `licence ${row}`)).list([], RETRIEVED);
    assert.match(source!.licence!, /^licence 0; licence 1; .*; licence 19; \(more licences\)$/);
    const [twice] = tallied([...Array(2).keys()].flatMap(() => Array.from({ length: 20 }, (_, row) => `licence ${row}`))).list([], RETRIEVED);
    assert.match(twice!.licence!, /^licence 0; licence 1; .*; licence 19$/, 'a licence again is none more');
  });

  it('mark a locked dataset, whether it has records or not', () => {
    const known: KnownDataset[] = [
      { name: 'A', identifier: 1, locked: true, licence: 'CC0' },
      { name: 'B', identifier: 2, locked: true, author: 'The B group' },
      { name: 'C', identifier: 3, locked: false },
    ];
    const tally = tallied(['CC0']);
    assert.equal(tally.list(known, RETRIEVED)[0]!.locked, true);
    assert.deepEqual(tally.listLeftOut(known), [
      { name: 'B', identifier: 2, licence: null, locked: true, author: 'The B group', reason: 'locked', records: null },
    ]);
  });

  it('list the datasets whose records were left out for their licence, those with most first', () => {
    const filter = new LicenceFilter(['CC BY'], [{ name: 'C', licence: 'CC-BY-4.0' }]);
    const tally = new SourceTally();
    const records = [
      ['A', 'CC-BY-NC-4.0'],
      ['B', null],
      ['B', null],
      ['B', 'CC BY 3.0'],
      ['C', null],
    ] as const;
    for (const [dataset, licence] of records) {
      if (filter.passes({ dataset, licence })) tally.add({ dataset, licence });
      else tally.leaveOut({ dataset, licence });
    }
    assert.deepEqual(
      tally.listLeftOut([{ name: 'B', identifier: 2 }]).map(({ name, identifier, licence, records: count }) => [name, identifier, licence, count]),
      [
        ['B', 2, null, 2],
        ['A', undefined, 'CC-BY-NC-4.0', 1],
      ],
    );
    assert.deepEqual(
      tally.list([], RETRIEVED).map(({ name }) => name),
      ['B', 'C'],
    );
  });

  it('have the licence by which their records are accepted, even if discovery has two of one name', () => {
    const known: KnownDataset[] = [{ name: 'A', licence: 'CC-BY-4.0' }, { name: 'a', licence: 'CC-BY-NC-4.0' }];
    for (const [order, licence, passes] of [[known, 'CC-BY-4.0', true], [known.toReversed(), 'CC-BY-NC-4.0', false]] as const) {
      assert.equal(new LicenceFilter(['CC BY'], order).passes({ dataset: 'A', licence: null }), passes);
      assert.equal(tallied([null]).list(order, RETRIEVED)[0]!.licence, licence);
    }
  });

  it('are known in any letter case, as when they are asked for', () => {
    const known: KnownDataset[] = [{ name: 'World Soil Profiles', identifier: 1, licence: 'CC-BY-4.0', locked: true, author: 'The group' }];
    const tally = new SourceTally();
    const record = { dataset: 'WORLD soil profiles', licence: null };
    assert.ok(new LicenceFilter(['CC BY'], known).passes(record));
    tally.add(record);
    const [source] = tally.list(known, RETRIEVED);
    assert.deepEqual(source, {
      name: 'WORLD soil profiles',
      identifier: 1,
      licence: 'CC-BY-4.0',
      locked: true,
      author: 'The group',
      records: 1,
      attribution: 'The group. WORLD soil profiles. Licence: CC-BY-4.0. Retrieved 2026-01-02',
    });
    assert.deepEqual(tally.listLeftOut(known), []);
    const left = new SourceTally();
    left.leaveOut(record);
    assert.deepEqual(left.listLeftOut(known).map(({ identifier, reason }) => [identifier, reason]), [[1, 'licence']]);
  });
});
