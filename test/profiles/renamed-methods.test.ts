import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import { madeRecord } from '../records/made-record';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };
const record = (fields: Parameters<typeof madeRecord>[0]) => madeRecord({ property: 'Clay', originalName: 'CLPC', unit: '%', depthTop: 0, depthBottom: 30, ...fields });
const AS_PIPETTE = [{ method: 'CLPC', as: 'pipette' }];

describe('A soil profile whose methods have the names that a person gives them', () => {
  it('has one row of what an answer and a file call one method in two ways', async () => {
    const records = [record({ method: 'pipette', value: 20 }), record({ lon: 5, value: 30 })];
    const rows = async (options: Partial<ProfileOptions>): Promise<unknown> => (await soilProfile(records, { ...TOPSOIL, ...options })).slices.map(({ method, n, mean }) => [method, n, mean]);
    assert.deepEqual(await rows({}), [['CLPC', 1, 30], ['pipette', 1, 20]]);
    assert.deepEqual(await rows({ methodNames: AS_PIPETTE }), [['pipette', 2, 25]]);
  });

  it('has one row of that name and of what has it already, in whatever letters', async () => {
    const { slices } = await soilProfile([record({ method: 'Pipette', value: 20 }), record({ lon: 5, value: 30 })], { ...TOPSOIL, methodNames: AS_PIPETTE });
    assert.deepEqual(slices.map(({ method, n, mean }) => [method, n, mean]), [['pipette', 2, 25]]);
  });

  it('has one series of the records of one profile that are of one method then: its layers are those of both', async () => {
    const records = [record({ method: 'pipette', depthBottom: 10, value: 20 }), record({ depthTop: 10, value: 50 })];
    const { slices } = await soilProfile(records, { ...TOPSOIL, minimumCoverage: 0.9, methodNames: AS_PIPETTE });
    assert.deepEqual(slices.map(({ n, mean, coverage, records: count }) => [n, mean, coverage, count]), [[1, 40, 1, 2]]);
  });

  it('compares names without the blanks around them and without letter case, and takes the one that a row would have', async () => {
    const methodNames = [{ method: ' clpc ', as: ' by pipette ' }, { method: 'iso 10390 (PHCA)', as: 'in CaCl2' }, { method: 'ISO 10390', as: 'in water' }];
    const ph = { property: 'pH', unit: 'pH', method: 'ISO 10390' };
    const { slices, report } = await soilProfile([record({}), record({ ...ph, originalName: 'PHAQ' }), record({ ...ph, originalName: 'PHCA' })], { ...TOPSOIL, methodNames });
    assert.deepEqual(slices.map(({ method }) => method), ['by pipette', 'ISO 10390 (PHAQ)', 'in CaCl2'], 'of two names by one method, each is a method of its own');
    assert.deepEqual(report.methodsNotFound, ['ISO 10390']);
  });

  it('renames the method of every property, each once', async () => {
    const methodNames = [{ method: 'a', as: 'b' }, { method: 'b', as: 'c' }];
    const { slices } = await soilProfile([record({ method: 'A' }), record({ property: 'Silt', method: 'b' })], { ...TOPSOIL, methodNames });
    assert.deepEqual(slices.map(({ property, method }) => [property, method]), [['Clay', 'b'], ['Silt', 'c']]);
  });

  it('keeps apart what differs in property or unit', async () => {
    const { slices } = await soilProfile([record({ method: 'pipette' }), record({ unit: 'g/kg' }), record({ property: 'Fine clay' })], { ...TOPSOIL, methodNames: AS_PIPETTE });
    assert.deepEqual(slices.map(({ property, unit, method, n }) => [property, unit, method, n]), [['Clay', '%', 'pipette', 1], ['Clay', 'g/kg', 'pipette', 1], ['Fine clay', '%', 'pipette', 1]]);
  });

  it('has the texture of a profile whose three parts are of one method then', async () => {
    const parts = [['Clay', 'CLPC', 20], ['Silt', 'STPC', 30], ['Sand', 'SDTO', 50]] as const;
    const methodNames = parts.map(([, method]) => ({ method, as: 'pipette' }));
    const { slices } = await soilProfile(parts.map(([property, originalName, value]) => record({ property, originalName, value })), { ...TOPSOIL, methodNames });
    assert.deepEqual(slices.filter((slice) => 'usda' in slice).map(({ method }) => method), ['sand, silt and clay (pipette)']);
  });

  it('names the methods, as they were written, that no record with a number has', async () => {
    const methodNames = [...AS_PIPETTE, { method: ' CLPD', as: 'pipette' }, { method: 'by feel', as: 'field' }];
    const records = [record({}), record({ method: 'by feel', value: 'heavy' })];
    assert.deepEqual((await soilProfile(records, { ...TOPSOIL, methodNames })).report.methodsNotFound, ['CLPD', 'by feel']);
    assert.deepEqual((await soilProfile(records, TOPSOIL)).report.methodsNotFound, []);
  });
});
