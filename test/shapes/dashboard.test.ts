import assert from 'node:assert/strict';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { context, later, record, slice, texture } from './shape-scenario';

describe('The shapes for Dashboard 2', () => {
  it('draw a depth profile downwards, each slice as a step', async () => {
    const { payload, beside } = await shapedProfile(
      'chart',
      [slice({}), slice({ depthTop: 5, depthBottom: 15, mean: 7 }), slice({ mean: null }), texture],
      context,
    );
    const series = 'pH (PHAQ), pH';
    assert.deepEqual(payload, [
      { series, x: 6.12345, y: 0 },
      { series, x: 6.12345, y: -5 },
      { series, x: 7, y: -5 },
      { series, x: 7, y: -15 },
    ]);
    assert.deepEqual(beside, { action: 'replace' });
    const records = await shapedRecords('chart', [record({}), record({ value: 'loam' }), record({ depthTop: null, value: 7 }), record({ depthBottom: null, value: 8 }), record({ unit: null })], later);
    assert.deepEqual(records.payload, [{ series, x: 6.5, y: -5 }, { series: 'pH (PHAQ)', x: 6.5, y: -5 }]);
    assert.deepEqual(
      [records.beside, records.leftOut],
      [{ action: 'append' }, ['Records without a number or a depth, which no chart can show: 3.']],
    );
  });

  it('say how many slices of a profile have no number to show', async () => {
    const { payload, leftOut } = await shapedProfile('chart', [slice({}), slice({ mean: null }), texture], context);
    assert.deepEqual([(payload as unknown[]).length, leftOut], [2, ['Slices without a number, which no chart can show: 2.']]);
    assert.equal((await shapedProfile('chart', [slice({})], context)).leftOut, undefined);
  });

  it('have a plain 0 at the surface', async () => {
    const ofRecord = (await shapedRecords('chart', [record({ depthTop: 0, depthBottom: 0 })], context)).payload as { y: number }[];
    const ofProfile = (await shapedProfile('chart', [slice({ depthTop: -5, depthBottom: 0 })], context)).payload as { y: number }[];
    assert.deepEqual([...ofRecord, ...ofProfile].map(({ y }) => y), [0, 5, 0]);
  });

  it('tell areas in one chart apart by their names', async () => {
    const seriesOf = async (name?: string): Promise<string[]> => {
      const { payload } = await shapedProfile('chart', [slice({}), slice({ lon: 1, lat: 2 })], { ...context, ...(name === undefined ? {} : { name }) });
      return [...new Set((payload as { series: string }[]).map(({ series }) => series))];
    };
    assert.deepEqual(await seriesOf('North'), ['North: pH (PHAQ), pH', 'North: pH (PHAQ), pH at 2 1']);
    assert.deepEqual(await seriesOf('South'), ['South: pH (PHAQ), pH', 'South: pH (PHAQ), pH at 2 1']);
    assert.deepEqual(await seriesOf(), ['pH (PHAQ), pH', 'pH (PHAQ), pH at 2 1']);
  });

  it('tell places apart, even those known only by an H3 cell', async () => {
    const places = [slice({ lon: 1, lat: 2, h3: '8a' }), slice({ h3: '8b' }), slice({ h3: '8c' })];
    const chart = (await shapedProfile('chart', places, context)).payload as { series: string }[];
    assert.deepEqual([...new Set(chart.map(({ series }) => series))], ['pH (PHAQ), pH at 2 1', 'pH (PHAQ), pH at 8b', 'pH (PHAQ), pH at 8c']);
    const table = (await shapedProfile('table', places, context)).payload as Record<string, unknown>[];
    assert.deepEqual(
      table.map(({ lat, lon, h3 }) => [lat, lon, h3]),
      [[2, 1, undefined], [undefined, undefined, '8b'], [undefined, undefined, '8c']],
    );
  });

  it('show which end of a depth is unknown', async () => {
    const depths: [number | null, number | null][] = [[0, 5], [null, 5], [100, null], [-5, 0], [30, 30], [null, null]];
    const given = depths.map(([depthTop, depthBottom]) => record({ depthTop, depthBottom }));
    const rows = (await shapedRecords('table', given, context)).payload as { depth: string }[];
    assert.deepEqual(
      rows.map(({ depth }) => depth),
      ['0-5 cm', '?-5 cm', '100-? cm', '-5-0 cm', '30 cm', ''],
    );
  });

  it('are flat rows of what a person wants to see', async () => {
    const { payload, beside } = await shapedProfile('table', [slice({ coverage: 2 / 3 }), texture], context);
    assert.deepEqual([beside, (await shapedRecords('table', [record({})], later)).beside], [undefined, undefined], 'a table takes no action from a message');
    assert.deepEqual(payload, [
      { property: 'pH (PHAQ)', depth: '0-5 cm', mean: 6.123, unit: 'pH', median: 6.1, sd: 0.5, p5: 5, p95: 7, n: 3, 'covered %': 67, dates: '1958 to 2013-07', datasets: 'A; B', licences: 'CC0; not stated' },
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
        dates: '1958 to 2013-07',
        datasets: 'A; B',
        licences: 'CC0; not stated',
      },
    ]);
    const [named, dated, undated] = (
      await shapedProfile('table', [slice({}), slice({ dateTo: '1958' }), slice({ dateFrom: null, dateTo: null })], { ...context, name: 'north' })
    ).payload as Record<string, unknown>[];
    assert.deepEqual([Object.keys(named!)[0], named!.topic, dated!.dates, undated!.dates], ['topic', 'north', '1958', '']);
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
