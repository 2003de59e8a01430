import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import type { TextureSlice } from '../../src/profiles/texture-slice';
import type { SoilRecord } from '../../src/records/soil-record';
import { madeRecord as record } from '../records/made-record';
import { assertShortTurns } from '../time/short-turns';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };

describe('The texture of soil profiles', () => {
  it('has a class made from the sand, silt and clay of one profile, in any unit of mass', async () => {
    const part = (property: string, value: number, fields: Partial<SoilRecord> = {}) =>
      record({ property, value, unit: '%', originalName: property, ...fields });
    const classes = async (...records: SoilRecord[]) => {
      const { slices } = await soilProfile(records, TOPSOIL);
      return slices
        .filter((slice): slice is TextureSlice => slice.property === 'Texture class')
        .map(({ usda, hypres, n, sand, silt, clay, coverage }) => [usda, hypres, n, sand, silt, clay, coverage]);
    };
    const loam = [part('Sand, total', 40), part('Silt content', 400, { unit: 'g/kg' }), part('Total clay', 20)];
    assert.deepEqual(await classes(...loam), [['loam', 'medium', 1, 40, 40, 20, 0.333333333333]]);
    assert.deepEqual(await classes(part('Sand', 40), part('Silt', 40), part('Clay', 28)), [[null, null, 1, 40, 40, 28, 0.333333333333]]);
    // A class needs all three, for one layer, in a known unit, by one method each.
    assert.deepEqual(await classes(part('Sand', 40), part('Silt', 40)), []);
    assert.deepEqual(await classes(part('Sand', 40), part('Silt', 40), part('Clay', 20, { unit: null })), []);
    assert.deepEqual(await classes(part('Sand', 40), part('Silt', 40), part('Clay', 20, { depthTop: 10, depthBottom: 20 })), []);
    assert.deepEqual(await classes(part('Sand', 40, { depthTop: 10, depthBottom: 20 }), part('Silt', 40), part('Clay', 20)), []);
    assert.deepEqual(await classes(part('Sand', 40), part('Silt', 40, { depthTop: 10, depthBottom: 20 }), part('Clay', 20)), []);
    assert.deepEqual(await classes(part('Sand', 40), part('Silt', 40), part('Clay', 20, { lon: 3 })), []);
    const nowhere = loam.map((one) => ({ ...one, lon: null, lat: null }));
    assert.deepEqual((await soilProfile(nowhere, { ...TOPSOIL, grouping: { by: 'point' } })).slices, []);
    assert.deepEqual(await classes(...loam, part('Total clay', 22, { method: 'hydrometer' })), []);
    assert.deepEqual(await classes(...loam, part('Total clay', 22)), [], 'two values of one layer');
    assert.deepEqual(await classes(...loam, ...loam, part('Total clay', 20)), [['loam', 'medium', 1, 40, 40, 20, 0.333333333333]], 'repeats');
    assert.deepEqual(await classes(...loam, part('Total clay', 22), part('Total clay', 20)), [], 'two values and a repeat');
    const [little, much, whole] = [[30, 20, 20], [60, 40, 30], [40, 40, 20]].map((shares, at) => shares.map((share, index) => part(['Sand', 'Silt', 'Clay'][index]!, share, { lon: at })));
    assert.deepEqual(await classes(...little!, ...much!), [[null, null, 2, 45, 30, 25, 0.333333333333]], 'two that do not make 100 % each');
    const deeper = much!.map((one) => ({ ...one, lon: 0, depthTop: 10, depthBottom: 20 }));
    assert.deepEqual(await classes(...little!, ...deeper), [[null, null, 1, 45, 30, 25, 0.666666666667]], 'nor two layers of one');
    const three = [whole!, little!, much!].flatMap((one, at) => one.map((share) => ({ ...share, lon: 0, depthTop: at * 10, depthBottom: at * 10 + 10 })));
    assert.deepEqual((await classes(...three))[0]?.slice(0, 3), [null, null, 1], 'nor two of three');
    const below = much!.map((one) => ({ ...one, lon: 0, depthTop: 40, depthBottom: 50 }));
    assert.equal((await classes(...whole!.map((one) => ({ ...one, lon: 0 })), ...below))[0]?.[0], 'loam', 'what lies below the slice says nothing of it');
    for (const depths of [{ depthTop: null }, { depthBottom: null }, { depthTop: 10, depthBottom: 0 }]) {
      assert.deepEqual(await classes(...loam.map((one) => ({ ...one, ...depths }))), [], 'a layer without a thickness');
    }
    assert.deepEqual(await classes(...loam, part('Fine sand', 10), part('Sand, fine', 10), part('Sand (very fine)', 5), part('Clay [minerals]', 2), part('Clay minerals', 1)), [
      ['loam', 'medium', 1, 40, 40, 20, 0.333333333333],
    ]);
    // The mean of two profiles: 40 / 40 / 20 and 80 / 10 / 10.
    assert.deepEqual(await classes(...loam, part('Sand', 80, { lon: 3 }), part('Silt', 10, { lon: 3 }), part('Clay', 10, { lon: 3 })), [
      ['sandy loam', 'medium', 2, 60, 25, 15, 0.333333333333],
    ]);
  });

  it('is that of the profiles whose shares add up to 100 %: others are left out and reported', async () => {
    const texture = (lon: number, sand: number, silt: number, clay: number) => Object.entries({ Sand: sand, Silt: silt, Clay: clay }).map(([property, value]) =>
      record({ property, value, unit: '%', originalName: property, lon, depthTop: 0, depthBottom: 30, dataset: `D${lon}` }));
    const found = await soilProfile([...texture(1, 40, 40, 20), ...texture(2, 42, 36, 22), ...texture(3, 40, 34, 20)], TOPSOIL);
    const { usda, hypres, n, sand, silt, clay, records, datasets } = found.slices.find((slice): slice is TextureSlice => slice.property === 'Texture class')!;
    assert.deepEqual({ usda, hypres, n, sand, silt, clay, records, datasets }, { usda: 'loam', hypres: 'medium', n: 2, sand: 41, silt: 38, clay: 21, records: 6, datasets: ['D1', 'D2'] });
    assert.equal(found.slices.find(({ property }) => property === 'Sand')!.n, 3, 'its fractions count by themselves');
    const fault = { dataset: 'D3', lon: 3, lat: 2, date: '1958', property: 'Texture class', method: 'sand, silt and clay', fault: 'not 100 %', top: 0, bottom: 30, value: 94 };
    assert.deepEqual([found.report.unclassed, found.report.checks], [1, { count: 1, first: [fault] }]);
    const sound = await soilProfile(texture(1, 40, 40, 20), TOPSOIL);
    assert.deepEqual([sound.report.unclassed, sound.report.checks.count], [0, 0]);
  });

  it('counts the records of layers that have sand, silt and clay, with repeats, and names their licences alone', async () => {
    const texture = (depthTop: number, licence: string) => Object.entries({ Sand: 40, Silt: 40, Clay: 20 }).map(([property, value]) =>
      record({ property, value, unit: '%', originalName: property, depthTop, depthBottom: depthTop + 10, licence }));
    const [sand, silt, clay] = texture(10, 'without clay') as [SoilRecord, SoilRecord, SoilRecord];
    const contradiction = [...texture(20, 'with two values'), { ...clay, depthTop: 20, depthBottom: 30, value: 30 }];
    const all = [...texture(0, 'CC0'), { ...clay, depthTop: 0, depthBottom: 10, licence: 'ODbL' }, sand, silt, ...contradiction];
    const row = (await soilProfile(all, TOPSOIL)).slices.find(({ property }) => property === 'Texture class')!;
    assert.deepEqual([row.records, row.licences, row.coverage], [4, ['CC0', 'ODbL'], 0.333333333333]);
  });

  it('has no class if sand and silt are separated at 20 um', async () => {
    const found = async (names: [sand: string, silt: string, clay?: string], method: string | null = null) => {
      const values = [40, 40, 20];
      const { slices, report } = await soilProfile([...names, 'Clay'].slice(0, 3).map((property, at) => record({ property, value: values[at]!, unit: '%', originalName: property, method })), TOPSOIL);
      const row = slices.find((slice): slice is TextureSlice => slice.property === 'Texture class')!;
      return [row.usda, row.hypres, row.n, row.sand, report.unclassed, report.checks.first.map(({ fault }) => fault)];
    };
    const none = [null, null, 1, 40, 1, ['limit of 20 um']];
    for (const [sand, silt] of [['Sand (20-2000 um)', 'Silt (2-20 um)'], ['Sand (20 - 2000 µm)', 'Silt'], ['Sand', 'Silt (2–20 μm)'], ['Sand (0.02-2 mm)', 'Silt'], ['Sand', 'Silt (0.002 to 0.02 mm)'], ['Sand (>20 microns)', 'Silt']] as const) {
      assert.deepEqual(await found([sand, silt], 'pipette'), none, `${sand}, ${silt}`);
    }
    assert.deepEqual(await found(['Sand', 'Silt'], 'ISSS, silt < 20 µm'), none);
    const loam = ['loam', 'medium', 1, 40, 0, []];
    for (const [sand, silt] of [['Sand (50-2000 um)', 'Silt (2-50 um)'], ['Sand (63-2000 um)', 'Silt (2-63 um)'], ['Sand (0.05-2 mm)', 'Silt (0.002-0.05 mm)'], ['Sand (0.020-2.0 m)', 'Silt (2-120 um)'], ['Sand (0.025-2 mm)', 'Silt']] as const) {
      assert.deepEqual(await found([sand, silt], 'pipette'), loam, `${sand}, ${silt}`);
    }
    assert.deepEqual(await found(['Sand', 'Silt'], 'shaken for 20 min, sieve of 2 mm'), loam);
  });

  it('is given for each slice at each place, from profiles that cover enough of it', async () => {
    const texture = (sand: number, silt: number, clay: number, fields: Partial<SoilRecord> = {}) =>
      Object.entries({ Sand: sand, Silt: silt, Clay: clay }).map(([property, value]) => record({ property, value, unit: '%', originalName: property, ...fields }));
    const rows = async (records: SoilRecord[], options: Partial<ProfileOptions> = {}) =>
      (await soilProfile(records, { minimumCoverage: 0, slices: depthSlices('0-20-50'), grouping: { by: 'point' }, ...options })).slices.filter(({ property }) => property === 'Texture class');
    const first = [...texture(40, 40, 20, { dataset: 'B' }), ...texture(80, 10, 10, { depthTop: 10, depthBottom: 20, dataset: 'B' })];
    const [second, third] = [texture(20, 20, 60, { dataset: 'A' }), texture(10, 80, 10, { lon: 3, dataset: null, depthTop: 20, depthBottom: 50 })];
    const source = { licences: [null], dateFrom: '1958', dateTo: '1958' };
    const row = { ...source, lat: 2, h3: null, property: 'Texture class', unit: null, method: 'sand, silt and clay', mean: null, median: null, sd: null, p5: null, p95: null };
    const [one, other] = [
      { ...row, lon: 1, depthTop: 0, depthBottom: 20, n: 2, coverage: 0.75, records: 9, datasets: ['A', 'B'], usda: 'clay loam', hypres: 'fine', sand: 40, silt: 22.5, clay: 37.5 },
      { ...row, lon: 3, depthTop: 20, depthBottom: 50, n: 1, coverage: 1, records: 3, datasets: [], usda: 'silt', hypres: 'medium fine', sand: 10, silt: 80, clay: 10 },
    ];
    assert.deepEqual(await rows([...first, ...second, ...third]), [one, other]);
    const enough = await rows([...first, ...second, ...third], { minimumCoverage: 0.6 });
    assert.deepEqual(enough.map(({ n, datasets }) => [n, datasets]), [[1, ['B']], [1, []]]);
  });

  it('has a row for each method, like its parts', async () => {
    const of = (method: string | null, sand: number, silt: number, clay: number, fields: Partial<SoilRecord> = {}) =>
      Object.entries({ Sand: sand, Silt: silt, Clay: clay }).map(([property, value]) => record({ property, value, unit: '%', originalName: `Total ${property}`, method, ...fields }));
    const rows = async (...records: SoilRecord[]) =>
      (await soilProfile(records, TOPSOIL)).slices.filter((slice): slice is TextureSlice => slice.property === 'Texture class').map(({ method, n, sand, usda }) => [method, n, sand, usda]);
    const [measured, predicted] = [of('pipette', 40, 40, 20), of('predicted', 80, 10, 10, { dataset: 'Grid' })];
    const both = [['sand, silt and clay (pipette)', 1, 40, 'loam'], ['sand, silt and clay (predicted)', 1, 80, 'sandy loam']];
    assert.deepEqual(await rows(...predicted, ...measured), both, 'measured values and those of a grid');
    assert.deepEqual(await rows(...measured, ...of('predicted', 80, 10, 10, { lon: 9 })), both, 'of one dataset');
    assert.deepEqual(await rows(...measured, ...of('predicted', 80, 10, 10)), both, 'of one profile');
    assert.deepEqual(await rows(...measured, ...of('pipette', 60, 20, 20, { dataset: 'B', lon: 9 })), [['sand, silt and clay (pipette)', 2, 50, 'loam']]);
    assert.deepEqual(await rows(...measured, ...of('hand', 80, 10, 10).slice(0, 2)), [both[0]], 'another method that does not tell all three');
    const [sand, silt, clay] = of('pipette', 40, 40, 20) as [SoilRecord, SoilRecord, SoilRecord];
    assert.deepEqual(await rows({ ...sand, method: 'sieving' }, silt, { ...clay, method: null }), [['sand (sieving), silt (pipette) and clay', 1, 40, 'loam']]);
    const named = await rows(sand, silt, { ...clay, method: 'hydrometer' });
    assert.deepEqual(named, [['sand (pipette), silt (pipette) and clay (hydrometer)', 1, 40, 'loam']], 'a method of two parts is none of all three');
    assert.deepEqual(await rows(sand, { ...silt, method: 'hydrometer' }, clay), [['sand (pipette), silt (hydrometer) and clay (pipette)', 1, 40, 'loam']]);
    assert.deepEqual(await rows(sand, silt, { ...clay, method: '' }), [['sand (pipette), silt (pipette) and clay', 1, 40, 'loam']]);
    const unlike = { ...clay, method: 'hand', unit: 'furlong' };
    assert.deepEqual(await rows(sand, silt, { ...clay, method: 'hydrometer' }, unlike), named, 'what is in no unit of mass is no part');
    assert.deepEqual(await rows({ ...sand, method: 'sieving' }, { ...sand, method: 'hand' }, silt, clay), [], 'which sand belongs to it is not ours to guess');
    assert.deepEqual(await rows(...of('', 40, 40, 20)), [['sand, silt and clay', 1, 40, 'loam']]);
    assert.deepEqual(await rows({ ...sand, originalName: 'sand_psa', method: null }, ...of(null, 40, 40, 20).slice(1)), [['sand (sand_psa), silt and clay', 1, 40, 'loam']]);
  });

  it('leaves the event loop to others, whether thousands of methods have all three parts or one each, or one has thousands of layers', async () => {
    const many = (fieldsOf: (at: number) => Partial<SoilRecord>, length = 30_000): SoilRecord[] =>
      Array.from({ length }, (_, at) => record({ property: ['Sand', 'Silt', 'Clay'][at % 3]!, value: 33, unit: '%', ...fieldsOf(at) }));
    const layerOf = (at: number): number => Math.floor(at / 3) / 1000;
    for (const records of [
      many((at) => ({ method: `method ${Math.floor(at / 3)}` })),
      many((at) => ({ method: `method ${at}` })),
      many((at) => ({ method: 'pipette', depthTop: layerOf(at), depthBottom: layerOf(at) + 0.001 }), 90_000),
    ]) {
      await assertShortTurns(() => soilProfile(records, TOPSOIL), ({ longest, all }) => longest < all / 10);
    }
  });
});
