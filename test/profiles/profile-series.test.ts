import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import { madeRecord as record } from '../records/made-record';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };

describe('The series of a soil profile', () => {
  it('keep different methods and units apart: if the method is not stated, the name at the source stands for it', async () => {
    const { slices } = await soilProfile(
      [
        record({}),
        record({ originalName: 'PHCA', value: 5 }),
        record({ method: 'in KCl', value: 4 }),
        record({ originalName: null, value: 2 }),
        record({ unit: null, value: 4 }),
        record({ unit: null, value: 65 }),
        record({ unit: 'furlong', value: 1 }),
        record({ originalName: 'phh2o_0-5cm_mean', depthTop: 0, depthBottom: 5, value: 7 }),
        record({ originalName: 'phh2o_5-15cm_mean', depthTop: 5, depthBottom: 15, value: 9 }),
      ],
      TOPSOIL,
    );
    assert.deepEqual(
      slices.map(({ method, unit, mean }) => [method, unit, mean]),
      [
        ['PHAQ', 'furlong', 1],
        ['PHAQ', 'pH', 5],
        ['PHCA', 'pH', 5],
        ['in KCl', 'pH', 4],
        ['pH', 'pH', 2],
        ['phh2o', 'pH', 8.33333333333],
        ['PHAQ', null, 65],
      ],
    );
  });

  it('have one row for all spellings of a unit, in the most frequent one, whatever the order of the records', async () => {
    const carbon = (depthTop: number, depthBottom: number, unit: string, value: number, lon = 1) => record({ property: 'Organic carbon', depthTop, depthBottom, unit, value, lon });
    const rowsOf = async (records: ReturnType<typeof record>[], units: ProfileOptions['units'] = []) => {
      const orders = [records, records.toReversed()].map(async (order) => (await soilProfile(order, { ...TOPSOIL, units })).slices.map(({ unit, n, mean, coverage }) => [unit, n, mean, coverage]));
      const [rows, others] = await Promise.all(orders);
      assert.deepEqual(rows, others);
      return rows;
    };
    assert.deepEqual(await rowsOf([carbon(0, 10, 'g/kg', 20), carbon(10, 20, 'g kg-1', 8), carbon(20, 30, 'g kg-1', 2)]), [['g kg-1', 1, 10, 1]]);
    assert.deepEqual(await rowsOf([carbon(0, 10, 'g/kg', 20), carbon(10, 30, 'g·kg⁻¹', 5)]), [['g/kg', 1, 10, 1]]);
    for (const units of [['g/kg', 'g kg-1', 'g/kg', 'g kg-1', 'g/kg'], ['g/kg', 'g/kg', 'g kg-1']]) {
      assert.deepEqual(await rowsOf(units.map((unit, lon) => carbon(0, 30, unit, 20, lon))), [['g/kg', units.length, 20, 1]], 'more often, not first by its characters');
    }
    assert.deepEqual(await rowsOf([carbon(0, 30, 'grams per kilogram', 20), carbon(0, 30, 'GM-PER-KiloGM', 10, 5), carbon(0, 30, 'http://qudt.org/vocab/unit/GM-PER-KiloGM', 3, 6)]), [['GM-PER-KiloGM', 3, 11, 1]]);
    assert.deepEqual(await rowsOf([carbon(0, 10, 'furlong-1', 20), carbon(10, 30, ' furlong⁻¹', 5)]), [['furlong-1', 1, 10, 1]]);
    assert.deepEqual(await rowsOf([carbon(0, 30, 'kg C m-2', 20), carbon(0, 30, 'kg C/m²', 5, 5)]), [['kg C m-2', 2, 12.5, 1]]);
    // The unit that is wanted stays as it was written; units of equal size are not the same unit.
    assert.deepEqual(await rowsOf([carbon(0, 10, 'g/kg', 20), carbon(10, 30, 'g kg-1', 5)], [{ property: 'organic carbon', unit: 'g.kg-1' }]), [['g.kg-1', 1, 10, 1]]);
    assert.deepEqual(await rowsOf([carbon(0, 30, '%', 1), carbon(0, 30, 'g/100g', 2), carbon(0, 30, 'mg/m3', 3), carbon(0, 30, 'Mg/m3', 4)]), [['%', 1, 1, 1], ['Mg/m3', 1, 4, 1], ['g/100g', 1, 2, 1], ['mg/m3', 1, 3, 1]]);
    // Each property has its own spelling.
    const two = [carbon(0, 30, 'g kg-1', 1), record({ property: 'Nitrogen', depthTop: 0, depthBottom: 30, unit: 'g/kg', value: 2 }), record({ property: 'Nitrogen', depthTop: 0, depthBottom: 30, unit: 'g/kg', value: 2 })];
    assert.deepEqual(await rowsOf(two), [['g/kg', 1, 2, 1], ['g kg-1', 1, 1, 1]]);
  });

  it('have the unit of pH if it is left out and the value may be a pH', async () => {
    const values = [-0.1, 0, 14, 14.1].map((value, lon) => record({ unit: null, value, lon }));
    const { slices } = await soilProfile([...values, record({ property: 'Phosphorus', unit: null }), record({ property: 'Soil pH', unit: null })], { ...TOPSOIL, grouping: { by: 'point' } });
    assert.deepEqual(
      slices.map(({ property, unit, mean }) => [property, unit, mean]),
      [['pH', null, -0.1], ['Phosphorus', null, 6], ['Soil pH', null, 6], ['pH', 'pH', 0], ['pH', 'pH', 14], ['pH', null, 14.1]],
    );
  });

  it('keep apart several names at the source for one method in a dataset, and bring together datasets that have one each', async () => {
    const iso = { method: 'ISO 10390', depthTop: 0, depthBottom: 30 };
    const { slices } = await soilProfile(
      [
        record({ ...iso, originalName: 'pH_H2O_0-30cm', value: 7 }),
        record({ ...iso, originalName: 'pH_CaCl2', value: 6 }),
        record({ ...iso, originalName: 'pH_CaCl2', lon: 5, value: 5 }),
        record({ ...iso, originalName: 'PHAQ', dataset: 'B', value: 8 }),
        record({ ...iso, originalName: 'reaction', dataset: 'C', value: 9 }),
      ],
      TOPSOIL,
    );
    assert.deepEqual(
      slices.map(({ method, n, mean, datasets }) => [method, n, mean, datasets]),
      [
        ['ISO 10390', 2, 8.5, ['B', 'C']],
        ['ISO 10390 (pH_CaCl2)', 2, 5.5, ['A']],
        ['ISO 10390 (pH_H2O)', 1, 7, ['A']],
      ],
    );
  });

  it('bring together names that a dataset has for the layers of one method, or writes in several ways', async () => {
    const layers = [
      { originalName: 'oc_0_10', depthTop: 0, depthBottom: 10, value: 20 },
      { originalName: 'oc_10_30', depthTop: 10, depthBottom: 30, value: 30 },
    ];
    const stock = await soilProfile(layers.map((layer) => record({ ...layer, method: 'dry combustion', unit: 't/ha' })), TOPSOIL);
    assert.deepEqual(stock.slices.map(({ method, mean, n }) => [method, mean, n]), [['dry combustion', 50, 1]]);
    const written = ['T_Clay', 't clay'].map((originalName, lon) => record({ originalName, lon, method: 'pipette', depthTop: 0, depthBottom: 30, value: 20 + lon }));
    const clay = await soilProfile(written, TOPSOIL);
    assert.deepEqual(clay.slices.map(({ method, mean, n }) => [method, mean, n]), [['pipette', 20.5, 2]]);
    const partlyTold = [record({ originalName: 'phaq', depthTop: 0, depthBottom: 10, value: 4 }), record({ method: 'phaq', originalName: null, depthTop: 10, depthBottom: 30, value: 8 })];
    assert.deepEqual((await soilProfile(partlyTold, TOPSOIL)).slices.map(({ n, records }) => [n, records]), [[1, 2]]);
  });

  it('bring together datasets that state no method and use the name of the property, in any letter case', async () => {
    const names = ['CLAY', 'clay', 'Clay', null, 'clay_total', 'Organic_Carbon'];
    const clays = names.map((originalName, value) => record({ dataset: `set ${value}`, property: 'Clay', unit: '%', originalName, value }));
    const carbon = record({ property: 'Organic carbon', unit: '%', originalName: 'ORGANIC_CARBON', value: 2 });
    const { slices } = await soilProfile([...clays, carbon], TOPSOIL);
    assert.deepEqual(
      slices.map(({ property, method, n, mean }) => [property, method, n, mean]),
      [
        ['Clay', 'Clay', 4, 1.5],
        ['Clay', 'Organic_Carbon', 1, 5],
        ['Clay', 'clay_total', 1, 4],
        ['Organic carbon', 'Organic carbon', 1, 2],
      ],
    );
  });

  it('keep apart names at the source whose layers overlap, even if only one thick layer does', async () => {
    const layers = [['PHAQ', 0, 50], ['PHAQ', 10, 20], ['PHCA', 30, 40]] as const;
    const records = layers.map(([originalName, depthTop, depthBottom]) => record({ method: 'ISO 10390', originalName, depthTop, depthBottom }));
    const { slices } = await soilProfile(records, { ...TOPSOIL, slices: depthSlices('own', '0-50') });
    assert.deepEqual(slices.map(({ method }) => method), ['ISO 10390 (PHAQ)', 'ISO 10390 (PHCA)']);
  });

  it('keep apart names at the source of which one is at the depth at which the other begins, whatever the order of the records', async () => {
    const [above, at, below] = [['PHAQ', 0, 10], ['PHCA', 10, 10], ['PHAQ', 10, 20]] as const;
    for (const records of [[above, at, below], [at, above, below], [at, below, above]]) {
      const { slices } = await soilProfile(records.map(([originalName, depthTop, depthBottom]) => record({ method: 'ISO 10390', originalName, depthTop, depthBottom })), TOPSOIL);
      assert.deepEqual(slices.map(({ method }) => method), ['ISO 10390 (PHAQ)']);
    }
  });

  it('keep names at the source apart that differ in the point, minus sign or gap of a number', async () => {
    const water = { property: 'Water retention', unit: 'vol%', depthTop: 0, depthBottom: 30 };
    const methods = async (method: string | null, ...names: string[]): Promise<unknown> => {
      const { slices } = await soilProfile(names.map((originalName, at) => record({ ...water, method, originalName, value: 10 * (at + 1) })), TOPSOIL);
      return slices.map((slice) => [slice.method, slice.mean, slice.records]).sort();
    };
    const pairs: [string, string][] = [['theta_1.5bar', 'theta_15bar'], ['theta_1_5bar', 'theta_15bar'], ['theta .5', 'theta 5'], ['K(-10)', 'K(10)'], ['K_-10', 'K_10']];
    for (const [one, other] of [...pairs, ['pF 2-5', 'pF 25'], ['-log K', 'log K'], ['pF 2 5', 'pF 25']] as const) {
      assert.deepEqual(await methods(null, one, other), [[one, 10, 1], [other, 20, 1]].sort(), one);
      assert.deepEqual(await methods('sand box', one, other), [[`sand box (${one})`, 10, 1], [`sand box (${other})`, 20, 1]].sort(), one);
    }
    for (const [one, other] of [['pH-H2O', 'ph_h2o'], ['theta 33 kPa', 'Theta_33kPa'], ['oc.total', 'OC total'], ['K 1-2', 'k_1 - 2']] as const) {
      assert.deepEqual(await methods(null, one, other), [[[one, other].sort()[0], 15, 2]], one);
    }
  });

  it('are named by the commonest spelling of the name at the source, whatever the order of the records', async () => {
    const methods = async (...names: string[]): Promise<string[]> => {
      const records = names.map((originalName, lon) => record({ originalName, lon, depthTop: 0, depthBottom: 30 }));
      const orders = [records, records.toReversed()].map(async (order) => (await soilProfile(order, TOPSOIL)).slices.map(({ method, n }) => `${method} ${n}`));
      const [found, others] = await Promise.all(orders);
      assert.deepEqual(found, others);
      return found!;
    };
    assert.deepEqual(await methods('pH_H2O', 'pH-H2O', 'pH_H2O'), ['pH_H2O 3']);
    assert.deepEqual(await methods('pH_H2O', 'pH-H2O'), ['pH-H2O 2']);
    assert.deepEqual(await methods('PHAQ', 'phaq', 'phaq'), ['phaq 3']);
  });

  it('keep names at the source apart that differ in a size', async () => {
    const gravel = { property: 'Coarse fragments', unit: '%', depthTop: 0, depthBottom: 30 };
    const { slices } = await soilProfile(
      [record({ ...gravel, originalName: 'Gravel 2-6 cm', value: 8 }), record({ ...gravel, originalName: 'Gravel 6-20 cm', value: 2 })],
      TOPSOIL,
    );
    assert.deepEqual(
      slices.map(({ method, mean }) => [method, mean]),
      [
        ['Gravel 2-6 cm', 8],
        ['Gravel 6-20 cm', 2],
      ],
    );
  });
});

describe('A soil profile', () => {
  it('is of one day, whatever the times of its layers', async () => {
    const { slices, report } = await soilProfile(
      [
        record({ depthTop: 0, depthBottom: 10, value: 2, date: '2013-07-23T09:10Z' }),
        record({ depthTop: 10, depthBottom: 30, value: 8, date: '2013-07-23T09:40Z' }),
      ],
      TOPSOIL,
    );
    assert.deepEqual(slices.map(({ n, mean, coverage, dateTo }) => [n, mean, coverage, dateTo]), [[1, 6, 1, '2013-07-23']]);
    assert.equal(report.profiles, 1);
  });

  it('has each depth once, whatever the times on its day, and a day of its own for each text that is not a date', async () => {
    const hours = ['09:00', '10:00', '11:00'].map((time, index) => record({ depthTop: 0, depthBottom: 30, value: index, date: `2013-07-23T${time}` }));
    const { slices, report } = await soilProfile([...hours, record({ depthTop: 0, depthBottom: 30, value: 9, date: '2013-07-23T10:00' })], TOPSOIL);
    assert.deepEqual([slices[0]?.n, report.checks.first.map(({ fault }) => fault)], [1, ['repeat']]);
    const texts = await soilProfile(['OCT 2013', 'OCT 2014', 'Tuesday'].map((date) => record({ depthTop: 0, depthBottom: 30, date })), TOPSOIL);
    assert.equal(texts.report.profiles, 3);
    const spaced = await soilProfile(['2013-07-23 09:10', '2013-07-23 09:40'].map((date) => record({ depthTop: 0, depthBottom: 30, date })), TOPSOIL);
    assert.equal(spaced.report.profiles, 1);
  });
});
