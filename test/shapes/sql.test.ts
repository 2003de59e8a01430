import assert from 'node:assert/strict';
import { fingerprintOf } from '../../src/geometry/fingerprint';
import { givenRecords } from '../../src/records/given-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { atOnce } from '../../src/time/steps';
import { documentedQuery, documentedTables } from './documented-tables';
import { context, record, slice, texture } from './shape-scenario';

describe('The shapes for SQL', () => {
  const rowsOf = (json: unknown) => JSON.parse(String(json)) as Record<string, unknown>[];

  it('carry any number of rows in one parameter, and nothing of them in the statement', async () => {
    const records = Array.from({ length: 5000 }, (_, value) => record({ value, dataset: "x'); DROP TABLE soil_record; --" }));
    const postgresql = (await shapedRecords('postgresql', records, context)).beside as { query: string; params: string[] };
    assert.equal(postgresql.params.length, 1);
    assert.match(postgresql.query, /^INSERT INTO soil_record \(id, dataset, .*\) SELECT id, dataset, .* FROM json_populate_recordset/);
    assert.match(postgresql.query, /\(NULL::soil_record, \$1::json\) ON CONFLICT \(id\) DO NOTHING$/);
    const sqlite = await shapedRecords('sqlite', records, context);
    const { topic, params } = sqlite.beside as { topic: string; params: { $rows: string } };
    assert.doesNotMatch(postgresql.query + topic, /DROP/);
    assert.match(topic, /^INSERT INTO soil_record \(id, dataset, .*\) SELECT value ->> 'id', value ->> 'dataset', .* FROM json_each/);
    assert.equal(rowsOf(params.$rows).length, 5000);
    // The sqlite node binds msg.payload only if it has as many values as the statement has dollar signs.
    assert.deepEqual([topic.split('$').length - 1, sqlite.payload], [1, [params.$rows]]);
  });

  it('give a record the same id whenever it is read, and another for any difference', async () => {
    const id = async (fields: Partial<SoilRecord>) => ((await shapedRecords('postgresql', [record(fields)], context)).payload as { id: string }[])[0]!.id;
    // The same in every version, so that a record that is in a table already is not stored again.
    assert.equal(await id({}), 'hPkmSv4IegikQGZT6Qhi_d');
    assert.equal(
      new Set(await Promise.all([{}, { value: 6.6 }, { value: '6.5' }, { lon: 2 }, { date: null }, { method: 'x' }].map(id))).size,
      6,
    );
  });

  it('come back as the records that they were, with the names that docs/shapes.md gives their columns', async () => {
    const stored = record({ dataset: 'D', originalName: 'PHAQ', method: 'in water', depthTop: 0, depthBottom: 10, date: '1958-07', lon: 1, lat: 2 });
    const [row] = (await shapedRecords('postgresql', [stored], context)).payload as Record<string, unknown>[];
    const [, columns = ''] = /^SELECT ([^]*) FROM soil_record WHERE /.exec(documentedQuery) ?? [];
    const named = columns.split(/,\s+/).map((column) => column.replaceAll('"', '').split(' AS ')).map(([column = '', field = column]) => [field, row![column]]);
    assert.deepEqual([...givenRecords([Object.fromEntries(named)]).records], [{ ...stored, originalValue: null, originalUnit: null }]);
  });

  it('fill exactly the columns of the tables', async () => {
    const profile = await shapedProfile(
      'postgresql',
      [slice({}), texture],
      { ...context, area: { type: 'Point', coordinates: [1, 2] } },
    );
    const shaped = [
      [await shapedRecords('postgresql', [record({})], context), documentedTables[0]],
      [profile, documentedTables[1]],
    ] as const;
    for (const [{ payload, beside }, table] of shaped) {
      const columns = [...table!.matchAll(/[(,] ?(\w+) (?:text|double precision|integer)/g)].map(([, column]) => column);
      for (const row of payload as Record<string, unknown>[]) assert.deepEqual(Object.keys(row), columns);
      assert.ok((beside as { query: string }).query.replace('DISTINCT ', '').includes(`(${columns.join(', ')}) SELECT ${columns.join(', ')} FROM`));
    }
    assert.deepEqual(
      (profile.payload as { usda: string | null; mean: number | null }[]).map(({ usda, mean }) => [usda, mean]),
      [
        [null, 6.12345],
        ['loam', null],
      ],
    );
  });

  it('keep numbers and classes apart, and store null for a missing value', async () => {
    const records = [record({ value: 0, originalValue: 65 }), record({ value: 'loam', originalValue: '12' }), record({ value: null })];
    const { payload } = await shapedRecords('postgresql', records, context);
    assert.deepEqual(
      (payload as Record<string, unknown>[]).map((row) => [row['value'], row['class'], row['original_value']]),
      [
        [0, null, '65'],
        [null, 'loam', '12'],
        [null, null, null],
      ],
    );
  });

  it('update the time of retrieval of a slice that is stored already', async () => {
    const setAnew = /ON CONFLICT \(id\) DO UPDATE SET retrieved = excluded\.retrieved WHERE excluded\.retrieved > soil_profile\.retrieved$/;
    const { query } = (await shapedProfile('postgresql', [slice({})], context)).beside as { query: string };
    const { topic } = (await shapedProfile('sqlite', [slice({})], context)).beside as { topic: string };
    for (const statement of [query, topic]) assert.match(statement, setAnew);
    const row = async (fields: Parameters<typeof slice>[0], others: object) =>
      ((await shapedProfile('postgresql', [slice(fields)], { ...context, ...others })).payload as { id: string; retrieved: string }[])[0]!;
    const [first, again] = [await row({}, {}), await row({}, { retrieved: new Date('2026-02-03T04:05:06Z') })];
    assert.deepEqual([again.id, again.retrieved], [first.id, '2026-02-03T04:05:06.000Z']);
    for (const other of [await row({ mean: 6.2 }, {}), await row({}, { name: 'north field' })]) assert.notEqual(other.id, first.id);
  });

  it('tell the slices of one area from those of another', async () => {
    const id = async (lon: number) =>
      (
        (await shapedProfile('sqlite', [slice({})], { ...context, area: { type: 'Point', coordinates: [lon, 2] } })).beside as {
          params: { $rows: string };
        }
      ).params.$rows;
    assert.notEqual(rowsOf(await id(1))[0]!['id'], rowsOf(await id(2))[0]!['id']);
    assert.equal(rowsOf(await id(1))[0]!['id'], rowsOf(await id(1))[0]!['id']);
  });

  it('store the slices of an area once, whatever corner its ring begins at', async () => {
    const corners: [number, number][] = [[0, 0], [2, 0], [2, 1], [0, 1]];
    const stored = async (ring: [number, number][]) => {
      const area = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] };
      const [row] = (await shapedProfile('postgresql', [slice({})], { ...context, area })).payload as { id: string; area: string }[];
      assert.equal(row!.area, atOnce(fingerprintOf(area)), 'as in msg.soil.area');
      return row!.id;
    };
    assert.equal(await stored(corners), await stored([...corners.slice(2), ...corners.slice(0, 2)]));
    assert.notEqual(await stored(corners), await stored([...corners.slice(0, 3), [0, 1.1]]));
  });

  it('tell the name of the area of a slice, and where its numbers come from and of what dates', async () => {
    const { payload } = await shapedProfile('postgresql', [slice({})], { ...context, name: 'north field' });
    const [{ topic, datasets, licences, date_from, date_to }] = payload as [Record<string, unknown>];
    assert.deepEqual([topic, datasets, licences, date_from, date_to], ['north field', 'A; B', 'CC0; not stated', '1958', '2013-07']);
  });

  it('replace what is not a character in a text: because of it, PostgreSQL would refuse all rows', async () => {
    const texts = ['a\0b\0', 'a\ud800b', '\udc00', 'as written: \\u0000 \\ud800', '\u{1f33e}'];
    const records = texts.map((method) => record({ method }));
    const { params } = (await shapedRecords('postgresql', records, context)).beside as { params: string[] };
    assert.deepEqual(
      rowsOf(params[0]).map(({ method }) => method),
      ['a\ufffdb\ufffd', 'a\ufffdb', '\ufffd', 'as written: \\u0000 \\ud800', '\u{1f33e}'],
    );
  });
});
