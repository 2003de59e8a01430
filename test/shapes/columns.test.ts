import assert from 'node:assert/strict';
import { shapedProfile } from '../../src/shapes/shape';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { context, slice, texture } from './shape-scenario';

const clay = { property: 'Clay', unit: '%', method: 'pipette' };

describe('A row with a column for each value', () => {
  it('has all depths and properties of an area side by side, and where they come from', async () => {
    const slices = [
      slice({ ...clay, mean: 24.123456, coverage: 0.667, datasets: ['A'], licences: [null, 'CC0'], dateFrom: '1999', dateTo: '2013-07' }),
      slice({ ...clay, depthTop: 5, depthBottom: 30, n: 0, mean: null, coverage: 0.1, datasets: ['C'], licences: [null], dateFrom: null, dateTo: null }),
      slice({ property: 'pH', unit: null, method: 'ph', mean: 6, datasets: ['A'], licences: [null], dateFrom: '1958', dateTo: '1958' }),
      texture,
    ];
    const { payload, beside, leftOut } = await shapedProfile('columns', slices, { ...context, name: 'north' });
    const row = {
      topic: 'north',
      'Clay (pipette) 0-5 cm, %': 24.123456,
      // Too little of the slice had data: the column stays, without a number.
      'Clay (pipette) 5-30 cm, %': null,
      'pH 0-5 cm': 6,
      'Texture class (sand, silt and clay) 0-5 cm': 'loam',
      'least covered %': 67,
      dates: '1958 to 2013-07',
      datasets: 'A; B; C',
      licences: 'CC0; not stated',
    };
    assert.deepEqual(payload, [row]);
    assert.deepEqual(Object.keys((payload as object[])[0]!), Object.keys(row));
    assert.deepEqual([beside, leftOut], [undefined, undefined]);
  });

  it('has no point in the name of a column: a table of Dashboard 2 would show nothing in it', async () => {
    const slices = [slice({ depthBottom: 7.5, method: 'in water, 1:2.5', mean: 6 }), slice({ property: 'Nitrate', unit: 'mg.kg-1', method: 'nitrate', mean: 7 })];
    const [row] = (await shapedProfile('columns', slices, context)).payload as Record<string, unknown>[];
    assert.deepEqual([row!['pH (in water, 1:2·5) 0-7·5 cm, pH'], row!['Nitrate 0-5 cm, mg·kg-1']], [6, 7]);
  });

  it('keeps a value apart from others whose method is named like the property', async () => {
    const slices = ['pH', 'PH', 'ph'].map((method, mean) => slice({ property: 'pH', unit: null, method, mean }));
    const [row] = (await shapedProfile('columns', slices, context)).payload as Record<string, unknown>[];
    assert.deepEqual([row!['pH 0-5 cm'], row!['pH (PH) 0-5 cm'], row!['pH (ph) 0-5 cm']], [0, 1, 2]);
  });

  it('lets other work have its turn while many are made, as while their values are gathered', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => slice({ lon: n / 1000, lat: 52 }));
    const shaped = (): Promise<unknown> => shapedProfile('columns', many, context);
    const turns = await onSlowMachine(() => turnsDuring(shaped));
    assert.ok(turns > 250, `${turns} turns`);
  });

  it('is made for each place, or each cell', async () => {
    const places = [slice({ lon: 5, lat: 52 }), slice({ lon: 5, lat: 53 }), slice({ lon: 5, lat: 52, depthTop: 5, depthBottom: 15, mean: 7 })];
    const rows = (await shapedProfile('columns', places, context)).payload as Record<string, unknown>[];
    assert.deepEqual(
      rows.map((row) => [row['lat'], row['lon'], row['pH (PHAQ) 0-5 cm, pH'], row['pH (PHAQ) 5-15 cm, pH']]),
      [
        [52, 5, 6.12345, 7],
        [53, 5, 6.12345, undefined],
      ],
    );
    assert.ok(rows.every((row) => !('topic' in row) && !('h3' in row)));
    const cells = (await shapedProfile('columns', [slice({ h3: '8a' }), slice({ h3: '8b' })], { ...context, byCell: true })).payload as Record<string, unknown>[];
    assert.deepEqual(
      cells.map(({ h3 }) => h3),
      ['8a', '8b'],
    );
  });
});
