import assert from 'node:assert/strict';
import { licencesOf } from '../../nodes/runtime/settings/licence-setting';
import { listSetting } from '../../nodes/runtime/settings/list-setting';
import { noValueSetting } from '../../nodes/runtime/settings/no-value-setting';
import { queryOf } from '../../nodes/runtime/settings/query-settings';
import { selectItems } from '../../nodes/soil-discover/selection';

describe('A list of a dialog', () => {
  it('may come from an environment variable, with commas between its entries', () => {
    const settings = { spatialFilters: '11', soilProperties: ' 201, 202 ', datasets: '102,104', gisDataTypes: 'point,raster' };
    assert.deepEqual(queryOf({}, settings), { spatialFilters: [11], soilProperties: [201, 202], datasets: [102, 104], gisDataTypes: ['point', 'raster'] });
    const items = [3, 4, 5].map((identifier) => ({ identifier, type: 'DataSet', name: `Dataset ${identifier}` }));
    assert.deepEqual(selectItems(items, { select: 'chosen', chosen: '3, 5' }), [items[0], items[2]]);
    assert.deepEqual(licencesOf('CC-BY-4.0, CC0-1.0'), ['CC-BY-4.0', 'CC0-1.0']);
    assert.deepEqual([...noValueSetting('-9999, below limit')], [-9999, 'below limit']);
    assert.deepEqual(listSetting('datasets', 7), ['7']);
  });

  it('is empty if its variable is', () => {
    for (const empty of ['', ' ', null, undefined]) assert.deepEqual(listSetting('datasets', empty), []);
    assert.deepEqual(queryOf({ soil: { query: { datasets: [2] } } }, { datasets: '' }), { datasets: [2] });
  });

  it('with an entry that is an unset variable is refused: without that entry, the list would mean something else', () => {
    const entry = '${NOBODY_SET_THIS}';
    const refusal = { code: 'SOIL_CONFIG', message: /^The setting "[\w ]+" takes the environment variable NOBODY_SET_THIS, which is not set; / };
    assert.throws(() => licencesOf(['CC0-1.0', entry]), refusal);
    assert.throws(() => noValueSetting(['-9999', entry]), refusal);
    for (const chosen of [[3, entry], [3, { identifier: entry, name: 'A survey' }]]) {
      assert.throws(() => selectItems([], { select: 'chosen', chosen }), refusal);
      assert.throws(() => queryOf({}, { datasets: chosen }), refusal);
    }
  });

  it('that cannot be understood is refused with its label, and lets nothing through', () => {
    for (const [given, problem] of [
      ['102,', 'is "102,": give a value before and after each comma.'],
      [{ all: true }, 'is {"all":true}: it must be a list, or a text with commas.'],
      [' ${SOIL_LIST} ', 'has white space around ${SOIL_LIST}: an environment variable is replaced only if it is the whole setting; remove the white space.'],
      ['a, ${SOIL_LIST}', 'holds ${...} next to other text: an environment variable is replaced only if ${NAME} is the whole setting; put the whole value into one variable.'],
      ['${NOBODY_SET_THIS}', 'takes the environment variable NOBODY_SET_THIS, which is not set; set it, then deploy or start Node-RED again.'],
    ] as const) {
      for (const read of [licencesOf, (list: unknown) => listSetting('Only these licences', list)]) {
        assert.throws(() => read(given), { code: 'SOIL_CONFIG', message: `The setting "Only these licences" ${problem}` });
      }
    }
    assert.throws(() => noValueSetting([null]), { code: 'SOIL_CONFIG', message: /^The setting "Missing values" needs a list of texts/ });
    assert.throws(() => queryOf({}, { datasets: '102,clay' }), { code: 'SOIL_CONFIG', message: /^The setting "datasets" must hold whole numbers .* but holds "clay"\.$/ });
  });
});

describe('The licences that a dialog allows', () => {
  it('are those that are written, without blank lines: blank lines alone allow all', () => {
    assert.deepEqual(licencesOf([' CC-BY-4.0 ', '', ' ']), ['CC-BY-4.0']);
    assert.deepEqual(licencesOf(['', ' ']), []);
    assert.throws(() => licencesOf(['CC0', 7]), /"Only these licences" needs a list of texts/);
  });
});
