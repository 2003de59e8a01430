import assert from 'node:assert/strict';
import { queryOf } from '../../nodes/runtime/settings/query-settings';

const brought = { geometry: 'POINT (5 52)', spatialFilters: [1], datasets: [2], startYear: 1990, gisDataTypes: ['raster'] };
const msg = { soil: { query: brought } };

describe('The settings of a request', () => {
  it('override what the message brings if they are filled in', () => {
    const settings = { datasets: [{ identifier: 7, name: 'Seven' }, 8], startYear: '2000', endYear: '2010', gisDataTypes: 'point', email: 'me@example.com' };
    assert.deepEqual(queryOf(msg, settings), {
      ...brought,
      ...{ datasets: [7, 8], startYear: 2000, endYear: 2010, gisDataTypes: ['point'], email: 'me@example.com' },
    });
  });

  it('leave what the message brings if they are empty', () => {
    const lists = ['spatialFilters', 'soilProperties', 'datasets', 'gisDataTypes'];
    const texts = ['startYear', 'endYear', 'email'];
    const all = (fields: string[], empty: unknown): object => Object.fromEntries(fields.map((field) => [field, empty]));
    for (const empty of ['', '  ', null, undefined]) assert.deepEqual(queryOf(msg, all([...lists, ...texts], empty)), brought, String(empty));
    assert.deepEqual(queryOf(msg, all(lists, [])), brought);
    for (const field of texts) assert.throws(() => queryOf(msg, { [field]: [] }), { code: 'SOIL_CONFIG' }, field);
  });

  it('leave the query of the message itself as it is', () => {
    queryOf(msg, { startYear: 2000 });
    assert.equal(brought.startYear, 1990);
  });
});
