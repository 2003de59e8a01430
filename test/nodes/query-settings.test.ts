import assert from 'node:assert/strict';
import { refuseEmptySelection } from '../../nodes/runtime/empty-selection';
import { numberSetting } from '../../nodes/runtime/settings/number-setting';
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

describe('A selection without a match', () => {
  const refuse = (found: number, query: object): void =>
    refuseEmptySelection({ soil: { selection: { datasets: { found, selected: 0 } } } }, query);

  it('is refused if the request would ask for everything', () => {
    for (const query of [{}, { datasets: [] }]) assert.throws(() => refuse(3, query), { code: 'SOIL_CONFIG', message: /^No dataset of this area fits the selection/ });
  });

  it('is told apart from an area that has nothing of the kind: there, another selection would not help', () => {
    const msg = { soil: { selection: { soilProperties: { found: 0, selected: 0, missed: true as const } } } };
    assert.throws(() => refuseEmptySelection(msg, {}), { code: 'SOIL_CONFIG', message: /^The service has no soil property in this area, .* latitude and longitude may have been swapped\./ });
  });

  it('is none if the area has nothing and all were wanted, or if identifiers are requested all the same', () => {
    refuse(0, {});
    refuse(3, { datasets: [7] });
  });
});

describe('A number of a dialog', () => {
  it('is within its limits, or the default', () => {
    const limits = { low: 0.1, high: 3600 };
    for (const empty of ['', null, undefined]) assert.equal(numberSetting('Time limit', empty, 60, limits), 60);
    for (const [given, read] of [['0.5', 0.5], [2, 2], ['0.1', 0.1], [3600, 3600]] as const) assert.equal(numberSetting('Time limit', given, 60, limits), read);
    for (const wrong of [0, '0', 0.09, -1, 'soon', NaN, Infinity, 3600.1, {}, [5], true]) {
      assert.throws(() => numberSetting('Time limit', wrong, 60, limits), { code: 'SOIL_CONFIG', message: /^The setting "Time limit" is .*: fill in a number from 0\.1 to 3600\.$/ });
    }
  });

  it('is whole if only whole numbers are allowed', () => {
    const limits = { low: 0, high: 15, whole: true };
    assert.equal(numberSetting('H3 resolution', '8', 0, limits), 8);
    assert.throws(() => numberSetting('H3 resolution', 8.5, 0, limits), { code: 'SOIL_CONFIG', message: 'The setting "H3 resolution" is 8.5: fill in a whole number from 0 to 15.' });
  });

  it('that is an unset variable names it', () => {
    const refusal = { code: 'SOIL_CONFIG', message: /^The setting "Share" takes the environment variable NOBODY_SET_THIS, which is not set; / };
    assert.throws(() => numberSetting('Share', '${NOBODY_SET_THIS}', 60, { low: 0, high: 100 }), refusal);
  });
});
