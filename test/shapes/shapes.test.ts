import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { latLngToCell } from 'h3-js';
import { isSoilError } from '../../src/errors/soil-error';
import type { ProfileSlice } from '../../src/profiles/profile-slice';
import type { ProfileRow } from '../../src/profiles/texture-slice';
import type { SoilRecord } from '../../src/records/soil-record';
import { checkShape, shapedProfile, shapedRecords, SHAPES } from '../../src/shapes/shape';
import { createTables } from '../../src/shapes/sql';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';

const XSS = '<img src=x onerror="alert(1)">${name}`';
const record = (fields: Partial<SoilRecord>): SoilRecord => ({
  dataset: 'A',
  property: 'pH',
  originalName: 'PHAQ',
  value: 6.5,
  unit: 'pH',
  originalValue: null,
  originalUnit: null,
  depthTop: 0,
  depthBottom: 10,
  date: '1958',
  lon: 1,
  lat: 2,
  h3: '8a',
  licence: 'CC0',
  method: null,
  ...fields,
});
const slice = (fields: Partial<ProfileSlice>): ProfileSlice => ({
  lon: null,
  lat: null,
  h3: null,
  property: 'pH',
  unit: 'pH',
  method: 'PHAQ',
  depthTop: 0,
  depthBottom: 5,
  n: 3,
  mean: 6.12345,
  median: 6.1,
  sd: 0.5,
  p5: 5,
  p95: 7,
  coverage: 0.75,
  records: 4,
  datasets: ['A', 'B'],
  ...fields,
});
const texture: ProfileRow = {
  ...slice({ unit: null, method: 'sand, silt and clay', mean: null, median: null, sd: null, p5: null, p95: null }),
  property: 'Texture class',
  usda: 'loam',
  hypres: 'medium',
  sand: 40,
  silt: 40,
  clay: 20,
};
const context = { first: true, retrieved: new Date('2026-01-02T03:04:05Z') };
const later = { ...context, first: false };
const inText = (payload: unknown) => JSON.stringify(payload);

describe('The shape for worldmap', () => {
  it('has one marker for a place, named once, its values in the popup', async () => {
    const { payload, leftOut } = await shapedRecords(
      'worldmap',
      [record({}), record({ property: 'Clay', value: 20, unit: '%', originalName: 'Clay' }), record({ lon: 3 }), record({ lat: null })],
      context,
    );
    const items = payload as { name: string; lat: number; lon: number; popup: string }[];
    assert.deepEqual(
      items.map(({ name, lat, lon }) => [name, lat, lon]),
      [
        ['soil 2 1', 2, 1],
        ['soil 2 3', 2, 3],
      ],
    );
    assert.match(
      items[0]!.popup,
      /^<div style="max-height:300px;overflow:auto"><table><tr><td>pH \(PHAQ\)<\/td><td>0-10 cm<\/td><td>6\.5 pH<\/td><td>1958<\/td><td>A<\/td><\/tr><tr><td>Clay<\/td>.*<\/table><\/div>$/,
    );
    assert.deepEqual(leftOut, ['Records without coordinates, which no map can show: 1.']);
  });

  it('lets nothing from a source become HTML or a placeholder', async () => {
    const texts = record({ property: XSS, unit: XSS, dataset: XSS, originalName: XSS, value: XSS, date: XSS, method: XSS });
    const shaped = [
      await shapedRecords('worldmap', [texts], context),
      await shapedProfile('worldmap', [slice({ property: XSS, unit: XSS, method: XSS, h3: XSS, lon: 1, lat: 2 })], context, 'point'),
    ];
    for (const { payload } of shaped) assert.doesNotMatch(inText(payload), /<img|onerror="|\$\{|`/);
  });

  it('keeps a popup readable, however many values there are', async () => {
    const { payload } = await shapedRecords(
      'worldmap',
      Array.from({ length: 100 }, (_, value) => record({ value })),
      context,
    );
    const [{ popup }] = payload as [{ popup: string }];
    assert.equal(popup.match(/<tr>/g)?.length, 60);
    assert.match(popup, /and 40 more/);
  });

  it('draws H3 cells and areas as polygons in latitude, longitude, never with two corners', async () => {
    const cell = latLngToCell(50, 10, 8);
    const cells = (await shapedProfile('worldmap', [slice({ h3: cell, lon: 10, lat: 50 }), texture], context, 'h3')).payload as {
      area: number[][][][];
      name: string;
    }[];
    assert.equal(cells.length, 1);
    assert.equal(cells[0]!.area[0]![0]!.length, 6);
    assert.ok(Math.abs(cells[0]!.area[0]![0]![0]![0]! - 50) < 0.1);
    const square = [
      [
        [10, 50],
        [11, 50],
        [11, 51],
        [10, 50],
      ],
    ] as [number, number][][];
    const area = { type: 'MultiPolygon' as const, coordinates: [square, square] };
    const areas = (await shapedProfile('worldmap', [slice({}), texture], { ...context, area }, 'area')).payload as {
      area: unknown[];
      name: string;
      popup: string;
      clickable: boolean;
    }[];
    assert.deepEqual(
      areas.map(({ name, area: rings, clickable }) => [name, rings.length, clickable]),
      [
        ['soil', 1, true],
        ['soil 2', 1, true],
      ],
    );
    assert.deepEqual(areas[0]!.area, [
      [
        [
          [50, 10],
          [50, 11],
          [51, 11],
          [50, 10],
        ],
      ],
    ]);
    assert.match(areas[0]!.popup, /6\.123 pH.*n 3.*75 % covered.*loam/);
  });

  it('says what has no place', async () => {
    const { payload, leftOut } = await shapedProfile('worldmap', [slice({})], context, 'area');
    assert.deepEqual([payload, leftOut], [[], ['Slices without a place, which no map can show: 1.']]);
  });
});

describe('The shapes for Dashboard 2', () => {
  it('draw a depth profile downwards, each slice as a step', async () => {
    const { payload, beside } = await shapedProfile(
      'chart',
      [slice({}), slice({ depthTop: 5, depthBottom: 15, mean: 7 }), slice({ mean: null }), texture],
      context,
      'area',
    );
    const series = 'pH (PHAQ), pH';
    assert.deepEqual(payload, [
      { series, x: 6.12345, y: 0 },
      { series, x: 6.12345, y: -5 },
      { series, x: 7, y: -5 },
      { series, x: 7, y: -15 },
    ]);
    assert.deepEqual(beside, { action: 'replace' });
    const records = await shapedRecords('chart', [record({}), record({ value: 'loam' }), record({ depthTop: null })], later);
    assert.deepEqual(records.payload, [{ series, x: 6.5, y: -5 }]);
    assert.deepEqual(
      [records.beside, records.leftOut],
      [{ action: 'append' }, ['Records without a number or a depth, which no chart can show: 2.']],
    );
  });

  it('are flat rows of what a person looks at', async () => {
    const { payload } = await shapedProfile('table', [slice({}), texture], context, 'area');
    assert.deepEqual(payload, [
      { property: 'pH (PHAQ)', depth: '0-5 cm', mean: 6.123, unit: 'pH', median: 6.1, sd: 0.5, p5: 5, p95: 7, n: 3, 'covered %': 75 },
      {
        property: 'Texture class (sand, silt and clay)',
        depth: '0-5 cm',
        mean: 'loam',
        unit: null,
        median: null,
        sd: null,
        p5: null,
        p95: null,
        n: 3,
        'covered %': 75,
      },
    ]);
    const [row] = (await shapedRecords('table', [record({})], context)).payload as Record<string, unknown>[];
    assert.deepEqual(row, {
      property: 'pH (PHAQ)',
      depth: '0-10 cm',
      value: 6.5,
      unit: 'pH',
      date: '1958',
      lat: 2,
      lon: 1,
      dataset: 'A',
      licence: 'CC0',
    });
  });
});

describe('The shape for InfluxDB', () => {
  it('has a point for each dated value, told apart by its tags, at its own time', async () => {
    const { payload, leftOut } = await shapedRecords(
      'influxdb',
      [
        record({}),
        record({ date: '1970-01-01', value: 'loam', unit: null, lon: null, h3: null }),
        record({ date: null }),
        record({ value: null }),
      ],
      context,
    );
    assert.deepEqual(payload, [
      {
        measurement: 'soil',
        fields: { value: 6.5 },
        timestamp: new Date('1958-01-01T00:00:00Z'),
        tags: {
          dataset: 'A',
          property: 'pH',
          original_name: 'PHAQ',
          unit: 'pH',
          depth: '0-10',
          date: '1958',
          lon: '1',
          lat: '2',
          h3: '8a',
          licence: 'CC0',
        },
      },
      {
        measurement: 'soil',
        fields: { class: 'loam' },
        timestamp: new Date(0),
        tags: { dataset: 'A', property: 'pH', original_name: 'PHAQ', depth: '0-10', date: '1970-01-01', lat: '2', licence: 'CC0' },
      },
    ]);
    assert.deepEqual(leftOut, ['Records without a date, which InfluxDB would take for new: 1.']);
  });

  it('dates every form of date that a record has', async () => {
    for (const date of ['1958', '1958-07', '1958-07-09', '1958-07-09T14:30']) {
      const [point] = (await shapedRecords('influxdb', [record({ date })], context)).payload as [{ timestamp: Date }];
      assert.equal(point.timestamp.getUTCFullYear(), 1958, date);
    }
  });

  it('reads a time without a zone as UTC, wherever the machine stands, and leaves out what is no date', async () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      const dates = ['2010-05-03T12:30:00', '2010-05-03 12:30', '2010-05-03T12:30:00.5', '2010-05-03T12:30+05:30', '2010-05-03T24:00'];
      const given = [...dates, '2010-05-03T24:30', 'spring', null].map((date) => record({ date }));
      const { payload, leftOut } = await shapedRecords('influxdb', given, context);
      assert.deepEqual(
        (payload as { timestamp: Date }[]).map(({ timestamp }) => timestamp.toISOString()),
        [
          '2010-05-03T12:30:00.000Z',
          '2010-05-03T12:30:00.000Z',
          '2010-05-03T12:30:00.500Z',
          '2010-05-03T07:00:00.000Z',
          '2010-05-04T00:00:00.000Z',
        ],
      );
      assert.deepEqual(leftOut, [
        'Records without a date, which InfluxDB would take for new: 1.',
        'Records with a date that cannot be read: 2.',
      ]);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('has profiles at the time of retrieval', async () => {
    const { payload } = await shapedProfile('influxdb', [slice({ sd: null }), texture], context, 'area');
    assert.deepEqual(payload, [
      {
        measurement: 'soil_profile',
        timestamp: context.retrieved,
        fields: { mean: 6.12345, median: 6.1, p5: 5, p95: 7, n: 3, coverage: 0.75 },
        tags: { property: 'pH', unit: 'pH', method: 'PHAQ', depth: '0-5' },
      },
      {
        measurement: 'soil_profile',
        timestamp: context.retrieved,
        fields: { n: 3, coverage: 0.75, usda: 'loam', hypres: 'medium' },
        tags: { property: 'Texture class', method: 'sand, silt and clay', depth: '0-5' },
      },
    ]);
  });
});

describe('The shapes for SQL', () => {
  const rowsOf = (json: unknown) => JSON.parse(String(json)) as Record<string, unknown>[];

  it('carry any number of rows in one parameter and nothing of them in the statement', async () => {
    const records = Array.from({ length: 5000 }, (_, value) => record({ value, dataset: "x'); DROP TABLE soil_record; --" }));
    const postgresql = (await shapedRecords('postgresql', records, context)).beside as { query: string; params: string[] };
    assert.equal(postgresql.params.length, 1);
    assert.match(postgresql.query, /^INSERT INTO soil_record \(id, dataset, .*\) SELECT id, dataset, .* FROM json_populate_recordset/);
    assert.match(postgresql.query, /\(NULL::soil_record, \$1::json\) ON CONFLICT \(id\) DO NOTHING$/);
    const sqlite = await shapedRecords('sqlite', records, context);
    const { topic, params } = sqlite.beside as { topic: string; params: { $rows: string } };
    assert.doesNotMatch(postgresql.query + topic, /DROP/);
    assert.equal(rowsOf(params.$rows).length, 5000);
    // The sqlite node binds msg.payload only where it has as many values as the statement has dollar signs.
    assert.deepEqual([topic.split('$').length - 1, sqlite.payload], [1, [params.$rows]]);
  });

  it('give a record the same id whenever it is read, and another for any difference', async () => {
    const id = async (fields: Partial<SoilRecord>) => ((await shapedRecords('postgresql', [record(fields)], context)).payload as { id: string }[])[0]!.id;
    assert.equal(await id({}), await id({}));
    assert.equal(
      new Set(await Promise.all([{}, { value: 6.6 }, { value: '6.5' }, { lon: 2 }, { date: null }, { method: 'x' }].map(id))).size,
      6,
    );
  });

  it('fill the columns that the tables have', async () => {
    const profile = await shapedProfile(
      'postgresql',
      [slice({}), texture],
      { ...context, area: { type: 'Point', coordinates: [1, 2] } },
      'area',
    );
    const shaped = [
      [await shapedRecords('postgresql', [record({})], context), createTables[0]],
      [profile, createTables[1]],
    ] as const;
    for (const [{ payload }, table] of shaped) {
      for (const row of payload as Record<string, unknown>[]) {
        for (const column of Object.keys(row)) assert.match(table!, new RegExp(`[(,] ?${column} `), column);
      }
    }
    assert.deepEqual(
      (profile.payload as { usda: string | null; mean: number | null }[]).map(({ usda, mean }) => [usda, mean]),
      [
        [null, 6.12345],
        ['loam', null],
      ],
    );
  });

  it('tell the slices of one area from those of another', async () => {
    const id = async (lon: number) =>
      (
        (await shapedProfile('sqlite', [slice({})], { ...context, area: { type: 'Point', coordinates: [lon, 2] } }, 'area')).beside as {
          params: { $rows: string };
        }
      ).params.$rows;
    assert.notEqual(rowsOf(await id(1))[0]!['id'], rowsOf(await id(2))[0]!['id']);
    assert.equal(rowsOf(await id(1))[0]!['id'], rowsOf(await id(1))[0]!['id']);
  });
});

describe('The shape for CSV', () => {
  it('is text that a CSV reader gives back, with the header once', async () => {
    const records = [record({ dataset: 'a "b", c\nd' }), record({ value: null, unit: null })];
    const text = String((await shapedRecords('csv', records, context)).payload) + String((await shapedRecords('csv', records, later)).payload);
    const [header, ...rows] = parse(text, { record_delimiter: '\r\n' });
    assert.deepEqual(header!.slice(0, 4), ['dataset', 'property', 'originalName', 'value']);
    assert.deepEqual(
      rows.map((row) => [row[0], row[3], row[4]]),
      Array(2)
        .fill([
          ['a "b", c\nd', '6.5', 'pH'],
          ['A', '', ''],
        ])
        .flat(),
    );
    const profile = parse(String((await shapedProfile('csv', [slice({}), texture], { ...context, name: 'north field' }, 'area')).payload), {
      columns: true,
      record_delimiter: '\r\n',
    });
    assert.deepEqual(
      (profile as Record<string, string>[]).map(({ topic, property, mean, datasets, usda }) => [topic, property, mean, datasets, usda]),
      [
        ['north field', 'pH', '6.12345', 'A; B', ''],
        ['north field', 'Texture class', '', 'A; B', 'loam'],
      ],
    );
  });
});

describe('A shape', () => {
  it('is one of those known, or none', () => {
    assert.deepEqual(['', undefined, null].map(checkShape), [null, null, null]);
    for (const shape of SHAPES) assert.equal(checkShape(shape), shape);
    assert.throws(
      () => checkShape('excel'),
      (error) => isSoilError(error, 'SOIL_CONFIG') && /excel.*worldmap/.test(error.message),
    );
  });

  it('of many records gives other work its turn, and stops when it is told to', async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => record({ lon: (n % 300) / 10, lat: Math.floor(n / 300) / 10, value: n }));
    for (const shape of SHAPES) {
      const turns = await onSlowMachine(() =>
        turnsDuring(async () => {
          const { payload } = await shapedRecords(shape, many, context);
          assert.ok((payload as unknown[]).length > 0);
        }),
      );
      assert.ok(turns > 100, `${shape}: ${turns} turns`);
      const closed = { ...context, signal: AbortSignal.abort(new Error('closed')) };
      await assert.rejects(shapedRecords(shape, many, closed), /closed/, shape);
    }
  });

  it('of nothing is empty, in every shape', async () => {
    for (const shape of SHAPES) {
      for (const { payload } of [await shapedRecords(shape, [], context), await shapedProfile(shape, [], context, 'area')]) {
        assert.ok(Array.isArray(payload) || typeof payload === 'string', shape);
      }
    }
  });
});
