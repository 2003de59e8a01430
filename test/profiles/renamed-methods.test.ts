import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import { madeRecord } from '../records/made-record';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };
const record = (fields: Parameters<typeof madeRecord>[0]) => madeRecord({ property: 'Clay', originalName: 'CLPC', unit: '%', depthTop: 0, depthBottom: 30, ...fields });
const AS_PIPETTE = [{ method: 'CLPC', as: 'pipette' }];

describe('A soil profile whose methods a person has renamed', () => {
  it('has one row for a method that an answer and a file call by different names', async () => {
    const records = [record({ method: 'pipette', value: 20 }), record({ lon: 5, value: 30 })];
    const rows = async (options: Partial<ProfileOptions>): Promise<unknown> => (await soilProfile(records, { ...TOPSOIL, ...options })).slices.map(({ method, n, mean }) => [method, n, mean]);
    assert.deepEqual(await rows({}), [['CLPC', 1, 30], ['pipette', 1, 20]]);
    assert.deepEqual(await rows({ methodNames: AS_PIPETTE }), [['pipette', 2, 25]]);
  });

  it('has one row for the renamed method and one that has that name already, in any letter case', async () => {
    const { slices } = await soilProfile([record({ method: 'Pipette', value: 20 }), record({ lon: 5, value: 30 })], { ...TOPSOIL, methodNames: AS_PIPETTE });
    assert.deepEqual(slices.map(({ method, n, mean }) => [method, n, mean]), [['pipette', 2, 25]]);
  });

  it('has one series for the records of one profile that then have one method: its layers are those of both', async () => {
    const records = [record({ method: 'pipette', depthBottom: 10, value: 20 }), record({ depthTop: 10, value: 50 })];
    const { slices } = await soilProfile(records, { ...TOPSOIL, minimumCoverage: 0.9, methodNames: AS_PIPETTE });
    assert.deepEqual(slices.map(({ n, mean, coverage, records: count }) => [n, mean, coverage, count]), [[1, 40, 1, 2]]);
  });

  it('compares names regardless of blanks around them and of letter case, and compares those that rows would have', async () => {
    const methodNames = [{ method: ' clpc ', as: ' by pipette ' }, { method: 'iso 10390 (PHCA)', as: 'in CaCl2' }, { method: 'ISO 10390', as: 'in water' }];
    const ph = { property: 'pH', unit: 'pH', method: 'ISO 10390' };
    const { slices, report } = await soilProfile([record({}), record({ ...ph, originalName: 'PHAQ' }), record({ ...ph, originalName: 'PHCA' })], { ...TOPSOIL, methodNames });
    assert.deepEqual(slices.map(({ method }) => method), ['by pipette', 'ISO 10390 (PHAQ)', 'in CaCl2'], 'of two names by one method, each is a method of its own');
    assert.deepEqual(report.methodsNotFound, ['ISO 10390']);
  });

  it('renames the method of every property, each only once', async () => {
    const methodNames = [{ method: 'a', as: 'b' }, { method: 'b', as: 'c' }];
    const { slices } = await soilProfile([record({ method: 'A' }), record({ property: 'Silt', method: 'b' })], { ...TOPSOIL, methodNames });
    assert.deepEqual(slices.map(({ property, method }) => [property, method]), [['Clay', 'b'], ['Silt', 'c']]);
  });

  it('keeps apart what differs in property or unit', async () => {
    const { slices } = await soilProfile([record({ method: 'pipette' }), record({ unit: 'g/kg' }), record({ property: 'Fine clay' })], { ...TOPSOIL, methodNames: AS_PIPETTE });
    assert.deepEqual(slices.map(({ property, unit, method, n }) => [property, unit, method, n]), [['Clay', '%', 'pipette', 1], ['Clay', 'g/kg', 'pipette', 1], ['Fine clay', '%', 'pipette', 1]]);
  });

  it('has the texture of a profile whose three parts then have one method', async () => {
    const parts = [['Clay', 'CLPC', 20], ['Silt', 'STPC', 30], ['Sand', 'SDTO', 50]] as const;
    const methodNames = parts.map(([, method]) => ({ method, as: 'pipette' }));
    const { slices } = await soilProfile(parts.map(([property, originalName, value]) => record({ property, originalName, value })), { ...TOPSOIL, methodNames });
    assert.deepEqual(slices.filter((slice) => 'usda' in slice).map(({ method }) => method), ['sand, silt and clay (pipette)']);
  });

  it('lists the methods to rename that no record with a number has, as they were written', async () => {
    const methodNames = [...AS_PIPETTE, { method: ' CLPD', as: 'pipette' }, { method: 'by feel', as: 'field' }];
    const records = [record({}), record({ method: 'by feel', value: 'heavy' })];
    assert.deepEqual((await soilProfile(records, { ...TOPSOIL, methodNames })).report.methodsNotFound, ['CLPD', 'by feel']);
    assert.deepEqual((await soilProfile(records, TOPSOIL)).report.methodsNotFound, []);
  });
});
