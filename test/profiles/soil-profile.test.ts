import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import type { SoilRecord } from '../../src/records/soil-record';
import { madeRecord as record } from '../records/made-record';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };

describe('A soil profile', () => {
  it('is the mean over profiles of their means over a slice, with what the slice is made of', async () => {
    const { slices, report } = await soilProfile(
      [
        record({ depthTop: 0, depthBottom: 10, value: 2 }),
        record({ depthTop: 10, depthBottom: 40, value: 8 }),
        record({ lon: 5, depthTop: 0, depthBottom: 15, value: 4, dataset: 'B' }),
      ],
      TOPSOIL,
    );
    assert.deepEqual(slices, [
      {
        lon: null,
        lat: null,
        h3: null,
        property: 'pH',
        unit: 'pH',
        method: 'PHAQ',
        depthTop: 0,
        depthBottom: 30,
        n: 2,
        mean: 5,
        median: 5,
        sd: 1.41421356237,
        p5: 4.1,
        p95: 5.9,
        coverage: 0.75,
        records: 3,
        datasets: ['A', 'B'],
        licences: [null],
        dateFrom: '1958',
        dateTo: '1958',
      },
    ]);
    assert.equal(report.profiles, 2);
    assert.equal(report.checks.count, 0);
  });

  it('counts a profile whose layers fill a slice as one that covers all of it, whatever decimals their depths have', async () => {
    const records = [record({ depthTop: 0, depthBottom: 0.8, value: 2 }), record({ depthTop: 0.8, depthBottom: 2.9, value: 2 })];
    const { slices } = await soilProfile(records, { ...TOPSOIL, slices: depthSlices('own', '0-2.9'), minimumCoverage: 1 });
    assert.deepEqual(slices.map(({ n, mean, coverage }) => [n, mean, coverage]), [[1, 2, 1]]);
  });

  it('gives for each row the licences and the sampling dates of its own records', async () => {
    const layer = { depthTop: 0, depthBottom: 30, licence: 'CC0' };
    const { slices } = await soilProfile(
      [
        record({ ...layer, lon: 7, date: '2001-05', licence: 'CC-BY-4.0' }),
        record({ ...layer, date: '2013-07-23' }),
        record({ ...layer, lon: 5, date: '1995', licence: null }),
        record({ ...layer, lon: 6, date: null }),
        record({ ...layer, property: 'Clay', unit: '%', date: null, licence: 'ODbL' }),
        record({ ...layer, depthTop: 30, depthBottom: 60, lon: 8, date: '1900', licence: 'not in this slice' }),
        record({ ...layer, depthTop: 30, depthBottom: 60, lon: 7, date: '2001-05', licence: 'below the slice, of a profile in it' }),
        record({ ...layer, depthBottom: 1, lon: 9, date: '2025', licence: 'covers too little' }),
      ],
      { ...TOPSOIL, minimumCoverage: 0.5 },
    );
    assert.deepEqual(
      slices.map(({ property, n, licences, dateFrom, dateTo }) => [property, n, licences, dateFrom, dateTo]),
      [
        ['Clay', 1, ['ODbL'], null, null],
        ['pH', 4, ['CC-BY-4.0', 'CC0', null], '1995', '2013-07-23'],
      ],
    );
  });

  it('gives for a sum the licences of what was added up, not that of a layer that lies across the end of the slice', async () => {
    const stock = { property: 'Carbon stock', unit: 'kg/m2', licence: 'CC0' };
    const records = [
      record({ ...stock, depthTop: 0, depthBottom: 10 }),
      record({ ...stock, depthTop: 10, depthBottom: 30, licence: 'ODbL' }),
      record({ ...stock, depthTop: 20, depthBottom: 40, licence: 'not in the sum' }),
    ];
    const { slices } = await soilProfile(records, TOPSOIL);
    assert.deepEqual(slices.map(({ records: count, licences }) => [count, licences]), [[2, ['CC0', 'ODbL']]]);
  });

  it('has a deviation of 0 for values that differ only by what binary fractions leave behind', async () => {
    const values = [0.1 + 0.2, 0.3].map((value, lon) => record({ depthTop: 0, depthBottom: 30, lon, value }));
    assert.equal((await soilProfile(values, TOPSOIL)).slices[0]?.sd, 0);
  });

  it('is not spoilt by numbers too large for a float, and reports them', async () => {
    for (const huge of [-Number.MAX_VALUE, Number.MAX_VALUE, 1e307]) {
      const records = [huge, 12, 14].map((value, lon) => record({ property: 'Clay', depthBottom: 30, lon, unit: null, value }));
      const { slices, report } = await soilProfile(records, TOPSOIL);
      const { n, mean, median, sd, p5, p95 } = slices[0]!;
      for (const statistic of [mean, sd, p5, p95]) assert.ok(statistic === null || Number.isFinite(statistic), `${huge}: ${statistic}`);
      assert.deepEqual([n, median, report.impossible], [3, huge < 0 ? 12 : 14, 1]);
    }
  });

  it('leaves out values that cover too little of a slice, and says how much they cover', async () => {
    const records = [record({ depthBottom: 10, value: 2 }), record({ lon: 5, depthBottom: 24, value: 4 })];
    const at = async (minimumCoverage: number) =>
      (await soilProfile(records, { ...TOPSOIL, minimumCoverage })).slices.map(({ n, mean, coverage }) => [n, mean, coverage]);
    assert.deepEqual(await at(0.3), [[2, 3, 0.566666666667]]);
    assert.deepEqual(await at(0.8), [[1, 4, 0.8]]);
    assert.deepEqual(await at(0.9), [[0, null, 0.566666666667]]);
  });

  it('gives properties in the units wanted, and leaves those that cannot be converted as they are, with the reason', async () => {
    const { slices, report } = await soilProfile(
      [
        record({ property: 'Organic carbon', unit: '%', value: 1.25 }),
        record({ property: 'Organic carbon', unit: 'g/kg', value: 10.5, lon: 3 }),
        record({ property: 'Organic carbon', unit: 'g/dm3', value: 9 }),
        record({ property: 'Organic carbon', unit: 'g/dm3', value: 9, lon: 4 }),
        record({ property: 'Organic carbon', unit: null, value: 8 }),
      ],
      { ...TOPSOIL, units: [{ property: ' organic CARBON', unit: 'g/kg ' }] },
    );
    assert.deepEqual(
      slices.map(({ unit, mean, n }) => [unit, mean, n]),
      [
        ['g/dm3', 9, 2],
        ['g/kg', 11.5, 2],
        [null, 8, 1],
      ],
    );
    assert.deepEqual(report.refusedConversions, [
      {
        property: 'Organic carbon',
        from: 'g/dm3',
        to: 'g/kg',
        reason: '"g/dm3" is a density, "g/kg" is a mass fraction: one cannot be converted to the other without the bulk density.',
        records: 2,
      },
      { property: 'Organic carbon', from: null, to: 'g/kg', reason: 'The unit is missing.', records: 1 },
    ]);
  });

  it('names the properties with a unit that no record has', async () => {
    const units = ['Clay', ' PH', 'Cley', 'Colour'].map((property) => ({ property, unit: 'g/kg' }));
    const records = [record({}), record({ property: 'clay', value: null }), record({ property: 'Colour', value: 'brown' })];
    assert.deepEqual((await soilProfile(records, { ...TOPSOIL, units })).report.notFound, ['Cley']);
    assert.deepEqual((await soilProfile(records, TOPSOIL)).report.notFound, []);
  });

  it('reports what is wrong with the depths, and what no slice could use', async () => {
    const { slices, report } = await soilProfile(
      [
        record({}),
        record({}),
        record({ depthTop: 5, depthBottom: 20 }),
        record({ depthTop: 30, depthBottom: 25 }),
        record({ depthTop: 40, depthBottom: 40 }),
        record({ depthTop: null, depthBottom: null }),
        record({ value: null }),
        record({ value: 'acid' }),
        record({ value: '<0.1' }),
        record({ value: 'ND' }),
        ...Array.from({ length: 30 }, (_, lon) => record({ lon, date: '2000', depthTop: 9, depthBottom: 9 })),
      ],
      TOPSOIL,
    );
    assert.equal(slices.length, 1);
    assert.deepEqual(report.leftOut, { noValue: 1, censored: 2, notNumeric: 1, noDepth: 1, noThickness: 31, upsideDown: 1, noPlace: 0, perArea: 0 });
    assert.equal(report.checks.count, 35);
    assert.equal(report.checks.first.length, 20);
    assert.deepEqual(
      report.checks.first.slice(0, 5).map(({ fault }) => fault),
      ['upside down', 'no thickness', 'no depth', 'repeat', 'overlap'],
    );
    assert.deepEqual(report.checks.first[3], {
      dataset: 'A',
      lon: 1,
      lat: 2,
      date: '1958',
      property: 'pH',
      method: 'PHAQ',
      fault: 'repeat',
      top: 0,
      bottom: 10,
    });
  });

  it('does not take a missing depth for the surface, and ignores layers that are upside down or have no thickness', async () => {
    const odd = [
      [null, 20],
      [0, null],
      [30, 10],
      [10, 10],
    ].map(([depthTop, depthBottom]) => ({ depthTop: depthTop!, depthBottom: depthBottom!, value: 50 }));
    const means = async (fields: Partial<SoilRecord>) => {
      const layers = [{ depthTop: 0, depthBottom: 10, value: 1 }, { depthTop: 10, depthBottom: 30, value: 1 }, ...odd];
      const { slices } = await soilProfile(layers.map((layer) => record({ ...fields, ...layer })), TOPSOIL);
      return slices.map(({ property, mean, coverage, records }) => [property, mean, coverage, records]);
    };
    assert.deepEqual(await means({}), [['pH', 1, 1, 2]]);
    assert.deepEqual(await means({ property: 'Carbon stock', unit: 'kg/m2' }), [['Carbon stock', 2, 1, 2]]);
    const texture = ['Sand', 'Silt', 'Clay'].flatMap((property) => odd.map((layer) => record({ ...layer, property, unit: '%', originalName: property })));
    assert.deepEqual((await soilProfile(texture, TOPSOIL)).slices, []);
  });

  it('is sorted by place, property, unit and method, and from the top down', async () => {
    const fields: Partial<SoilRecord>[] = [
      {},
      { depthTop: 30, depthBottom: 60 },
      { method: 'in water' },
      { unit: 'pH*10' },
      { property: 'Sand', unit: '%' },
      { lon: 9 },
      { lat: -3 },
      { lat: null, lon: null, h3: '8a1969335cd7fff' },
      { lat: null, lon: null, h3: '8a1969335cdffff' },
    ];
    const expected = [
      [-3, 1, null, 'pH', 'pH', 'PHAQ', 0],
      [null, null, '8a1969335cd7fff', 'pH', 'pH', 'PHAQ', 0],
      [null, null, '8a1969335cdffff', 'pH', 'pH', 'PHAQ', 0],
      [2, 1, null, 'Sand', '%', 'PHAQ', 0],
      [2, 1, null, 'pH', 'pH', 'PHAQ', 0],
      [2, 1, null, 'pH', 'pH', 'PHAQ', 30],
      [2, 1, null, 'pH', 'pH', 'in water', 0],
      [2, 1, null, 'pH', 'pH*10', 'PHAQ', 0],
      [2, 9, null, 'pH', 'pH', 'PHAQ', 0],
    ];
    for (const records of [fields, fields.toReversed()]) {
      const options: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('own', '30-60, 0-30'), grouping: { by: 'point' } };
      const { slices } = await soilProfile(records.map(record), options);
      assert.deepEqual(slices.map(({ lat, lon, h3, property, unit, method, depthTop }) => [lat, lon, h3, property, unit, method, depthTop]), expected);
    }
  });

  it('adds up what is given per area, over layers that fill a slice, instead of taking a mean', async () => {
    const stock = (depthTop: number, depthBottom: number, value: number, fields: Partial<SoilRecord> = {}) =>
      record({ property: 'Carbon stock', unit: 'kg/m2', depthTop, depthBottom, value, ...fields });
    const of = async (slices: string, ...records: SoilRecord[]) => {
      const { slices: found, report } = await soilProfile(records, { ...TOPSOIL, slices: depthSlices('own', slices) });
      return [found.map(({ depthTop, depthBottom, mean, coverage, records: count }) => [depthTop, depthBottom, mean, coverage, count]), report.leftOut.perArea];
    };
    for (const unit of ['t C/ha', 'tC/ha', 'Mg C ha-1', 'kg C/m2', 'gC/m2', 'g/cm2', 'tonnes/ha', 'tonnes per hectare', 'kg/m**2', 'kg C m⁻²']) {
      const layers = [stock(0, 10, 30, { unit }), stock(10, 30, 40, { unit })];
      assert.deepEqual((await of('0-30', ...layers))[0], [[0, 30, 70, 1, 2]], unit);
      assert.deepEqual(await of('0-5', stock(0, 30, 90, { unit })), [[], 1], unit);
    }
    const two = [stock(0, 10, 2), stock(10, 30, 3)];
    assert.deepEqual(await of('0-30', ...two), [[[0, 30, 5, 1, 2]], 0]);
    assert.deepEqual(await of('0-10, 10-30', ...two), [[[0, 10, 2, 1, 1], [10, 30, 3, 1, 1]], 0]);
    // A stock of 0-30 cm is not that of 0-5 cm, and nobody knows how much of it lies in 0-20 cm.
    assert.deepEqual(await of('0-5, 5-15, 15-30', stock(0, 30, 5)), [[], 1]);
    assert.deepEqual(await of('0-20', ...two), [[], 2]);
    assert.deepEqual(await of('0-10, 20-30', ...two), [[[0, 10, 2, 1, 1]], 1]);
    assert.deepEqual(await of('0-20, 20-50', stock(0, 10, 2), stock(20, 50, 3)), [[[20, 50, 3, 1, 1]], 1]);
    // A layer outside all slices does not matter.
    assert.deepEqual(await of('10-30', ...two), [[[10, 30, 3, 1, 1]], 0]);
    assert.deepEqual(await of('0-30', two[1]!, two[0]!), [[[0, 30, 5, 1, 2]], 0]);
    // Replicates, in any order; records without a place are one profile.
    assert.deepEqual(await of('0-30', stock(0, 30, 40), stock(0, 30, 44)), [[[0, 30, 42, 1, 2]], 0]);
    assert.deepEqual(await of('0-30', two[1]!, stock(0, 10, 4), two[0]!, stock(0, 10, 3), stock(10, 30, 4)), [[[0, 30, 6.5, 1, 5]], 0]);
    const placeless = { lon: null, lat: null };
    assert.deepEqual(await of('0-30', stock(0, 30, 40, placeless), stock(0, 30, 44, placeless), stock(0, 30, 45, placeless)), [[[0, 30, 43, 1, 3]], 0]);
    assert.deepEqual(await of('0-30', stock(0, 30, 40), stock(0, 30, 44), stock(0, 20, 30)), [[], 3], 'but no other layer beside them');
    // A gap; the same depth twice.
    assert.deepEqual(await of('0-30', stock(0, 10, 2), stock(15, 30, 3)), [[], 2]);
    assert.deepEqual(await of('0-30', ...two, stock(0, 30, 5)), [[], 3]);
    // The statistics are over the sums of the profiles.
    assert.deepEqual(await of('0-30', ...two, stock(0, 30, 9, { lon: 7, unit: 'kg/m2' })), [[[0, 30, 7, 1, 3]], 0]);
    assert.deepEqual(await of('0-30', stock(0, 10, 20, { unit: 't/ha' }), stock(10, 30, 30, { unit: 't/ha' })), [[[0, 30, 50, 1, 2]], 0]);
    // The height of the water in a layer is per area; another length is not.
    const water = [stock(0, 10, 20, { property: 'Available water', unit: 'mm' }), stock(10, 30, 30, { property: 'Available water', unit: 'mm' })];
    assert.deepEqual(await of('0-30', ...water), [[[0, 30, 50, 1, 2]], 0]);
    assert.deepEqual(await of('0-20', ...water), [[], 2]);
    assert.deepEqual(await of('0-30', ...water.map((layer) => ({ ...layer, property: 'Rooting depth' }))), [[[0, 30, 26.6666666667, 1, 2]], 0]);
    // A pressure, and what is given per centimetre, has a mean.
    for (const unit of ['kg/cm2', 't/ha/cm']) assert.deepEqual(await of('0-30', stock(0, 10, 2, { unit }), stock(10, 40, 8, { unit })), [[[0, 30, 6, 1, 2]], 0], unit);
  });

  it('of no records is empty', async () => {
    const { slices, report } = await soilProfile([], TOPSOIL);
    assert.deepEqual([slices, report.profiles], [[], 0]);
  });

  it('gives other work its turn', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => record({ lon: (n % 300) / 10, lat: Math.floor(n / 300) / 10, value: n }));
    const turns = await onSlowMachine(() => turnsDuring(() => soilProfile(many, { ...TOPSOIL, grouping: { by: 'point' } })));
    assert.ok(turns > 10_000, `${turns} turns`);
  });

  it('stops when it is told to', async () => {
    await assert.rejects(soilProfile([record({})], { ...TOPSOIL, signal: AbortSignal.abort(new Error('closed')) }), /closed/);
  });
});
