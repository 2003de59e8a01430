import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import type { SoilRecord } from '../../src/records/soil-record';
import { madeRecord } from '../records/made-record';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };
const record = (fields: Partial<SoilRecord>) => madeRecord({ property: 'Clay', originalName: 'CLPC', unit: '%', ...fields });

/** Two layers of one profile, one of them without a unit. */
const HALF_TOLD = [record({ depthBottom: 10, value: 20 }), record({ depthTop: 10, depthBottom: 30, unit: null, value: 50 })];

async function profiled(records: SoilRecord[], units: ProfileOptions['units']) {
  const { slices, report } = await soilProfile(records, { ...TOPSOIL, units });
  return { rows: slices.map(({ unit, n, mean, coverage }) => [unit, n, mean, coverage]), ...report };
}

describe('Values without a unit, in a soil profile', () => {
  it('are in the unit that a person states, and so in one series with values that have it', async () => {
    const { rows, assumedUnits, refusedConversions } = await profiled(HALF_TOLD, [{ property: ' clay', unit: '%', missing: ' % ' }]);
    assert.deepEqual([rows, refusedConversions], [[['%', 1, 40, 1]], []]);
    assert.deepEqual(assumedUnits, [{ property: 'Clay', unit: '%', records: 1 }]);
  });

  it('are converted from it like any other', async () => {
    const records = [record({ depthBottom: 30, unit: null, value: 200 }), record({ lon: 5, depthBottom: 30, value: 40 }), record({ lon: 6, depthBottom: 30, unit: null, value: 600 })];
    const { rows, assumedUnits } = await profiled(records, [{ property: 'Clay', unit: '%', missing: 'g/kg' }]);
    assert.deepEqual(rows, [['%', 3, 40, 1]]);
    assert.deepEqual(assumedUnits, [{ property: 'Clay', unit: 'g/kg', records: 2 }]);
  });

  it('stay without one if nobody states it, and are not converted', async () => {
    const { rows, assumedUnits, refusedConversions } = await profiled(HALF_TOLD, [{ property: 'Clay', unit: '%' }]);
    assert.deepEqual(rows, [['%', 1, 20, 0.333333333333], [null, 1, 50, 0.666666666667]]);
    assert.deepEqual([assumedUnits, refusedConversions], [[], [{ property: 'Clay', from: null, to: '%', reason: 'The unit is missing.', records: 1 }]]);
  });

  it('get it only for the property named, and are counted only if they have a number', async () => {
    const records = [record({ property: 'Silt', unit: null }), record({ unit: null, value: null }), record({ unit: null, value: 'heavy' })];
    const { rows, assumedUnits } = await profiled(records, [{ property: 'Clay', unit: '%', missing: '%' }]);
    assert.deepEqual([rows, assumedUnits], [[[null, 1, 6, 0.333333333333]], []]);
  });

  it('of pH are in the unit that a person states, even if they could be pH as they are', async () => {
    const ph = { property: 'pH', originalName: 'PHAQ', unit: null, depthBottom: 30 };
    const { rows } = await profiled([record({ ...ph, value: 65 }), record({ ...ph, lon: 5, value: 13 })], [{ property: 'pH', unit: 'pH', missing: 'pH*10' }]);
    assert.deepEqual(rows, [['pH', 2, 3.9, 1]]);
  });

  it('of pH are those, too, whose unit says that there is none', async () => {
    const units = ['pH', 'unitless', 'Dimensionless', ' - ', '1', 'unit:UNITLESS', 'http://qudt.org/vocab/unit/UNITLESS'];
    const ph = (unit: string, value: number, lon: number): SoilRecord => record({ property: 'pH', originalName: 'PHAQ', unit, value, lon, depthBottom: 30 });
    const records = units.map((unit, lon) => ph(unit, 6, lon));
    assert.deepEqual((await profiled(records, [])).rows, [['pH', 7, 6, 1]]);
    assert.deepEqual((await profiled([ph('unitless', 65, 0), ph('%', 6, 1)], [])).rows, [['%', 1, 6, 1], ['unitless', 1, 65, 1]]);
    assert.deepEqual((await profiled([ph('unitless', 65, 0)], [{ property: 'pH', unit: 'pH', missing: 'pH*10' }])).rows, [['pH', 1, 6.5, 1]]);
    assert.deepEqual((await profiled([record({ unit: 'unitless', depthBottom: 30 })], [])).rows, [['unitless', 1, 6, 1]], 'of clay, nobody knows');
  });
});
