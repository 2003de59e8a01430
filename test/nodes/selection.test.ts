import assert from 'node:assert/strict';
import { looksForSome, selectItems, type SelectionRule } from '../../nodes/soil-discover/selection';

const items = [
  { identifier: 0, type: 'Other', name: 'Colour' },
  { identifier: 1, type: 'ChemicalProperty', name: 'pH in water' },
  { identifier: 2, type: 'PhysicalProperty', name: 'Clay content' },
  { identifier: 3, type: 'PhysicalProperty', name: 'Silt content' },
];

const selected = (rule: SelectionRule): number[] | undefined => selectItems(items, rule)?.map(({ identifier }) => identifier);

describe('The selection of found items', () => {
  it('takes all by default', () => {
    assert.deepEqual(selected({}), [0, 1, 2, 3]);
  });

  it('gives no list for none, so that the request is not narrowed', () => {
    assert.equal(selected({ select: 'none' }), undefined);
  });

  it('takes chosen identifiers that are still offered, with or without the names that the picker saved', () => {
    assert.deepEqual(selected({ select: 'chosen', chosen: [3, 99] }), [3]);
    assert.deepEqual(selected({ select: 'chosen', chosen: [{ identifier: 2, name: 'Clay' }] }), [2]);
    assert.deepEqual(selected({ select: 'chosen', chosen: '1, 2' }), [1, 2]);
  });

  it('passes over entries that are empty', () => {
    assert.deepEqual(selected({ select: 'chosen', chosen: ['', null, ' ', { identifier: '', name: '' }, 3] }), [3]);
  });

  it('refuses what is not an identifier: silently left out, it would be missing in the request', () => {
    for (const chosen of ['1, x', '[1,2]', '1;2', ['1', 'x'], [1.5], [-1], [true], [[1]], [{ name: 'Clay' }]]) {
      assert.throws(() => selected({ select: 'chosen', chosen }), { code: 'SOIL_CONFIG', message: /^The setting "Select" must hold whole numbers \(/ }, JSON.stringify(chosen));
    }
    assert.throws(() => selected({ select: 'chosen', chosen: [1, '${NOBODY_SET_THIS}'] }), { code: 'SOIL_CONFIG', message: /environment variable NOBODY_SET_THIS/ });
  });

  it('matches by a part of the name, several parts with commas, whatever the letter case', () => {
    assert.deepEqual(selected({ select: 'match', matchName: 'CONTENT' }), [2, 3]);
    assert.deepEqual(selected({ select: 'match', matchName: 'ph, silt' }), [1, 3]);
  });

  it('matches by type, and by both if both are given', () => {
    assert.deepEqual(selected({ select: 'match', matchType: 'physicalproperty' }), [2, 3]);
    assert.deepEqual(selected({ select: 'match', matchType: 'Physical property' }), [2, 3], 'as the pickers show it');
    assert.deepEqual(selected({ select: 'match', matchType: 'PhysicalProperty', matchName: 'clay' }), [2]);
  });

  it('refuses to match nothing in particular: everything would be asked for', () => {
    for (const rule of [{}, { matchName: ' , ', matchType: ' ' }, { matchName: '' }]) {
      assert.throws(() => selected({ select: 'match', ...rule }), { code: 'SOIL_CONFIG', message: /neither "Name has" nor "Type is"/ });
    }
  });

  it('matches datasets by their measurement technique, which the pickers show as their type', () => {
    const datasets = [
      { identifier: 5, type: 'DataSet', name: 'Grid', measurementTechnique: { type: 'DefinedTerm', name: 'Derived soil profile' } },
      { identifier: 6, type: 'DataSet', name: 'Points', measurementTechnique: { type: 'DefinedTerm', name: 'Observed soil profile' } },
      { identifier: 7, type: 'DataSet', name: 'Other' },
    ];
    const matching = (matchType: string): number[] | undefined => selectItems(datasets, { select: 'match', matchType })?.map(({ identifier }) => identifier);
    assert.deepEqual(matching('Derived soil profile'), [5]);
    assert.deepEqual(matching('observedsoilprofile'), [6]);
    assert.deepEqual(matching('DataSet'), [5, 6, 7]);
  });

  it('looks for certain items if it names them: without them, it is not met', () => {
    assert.deepEqual(['all', 'none', 'chosen', 'match', undefined].map((select) => looksForSome({ select })), [false, false, true, true, false]);
  });

  it('refuses a rule that does not exist', () => {
    assert.throws(() => selected({ select: 'some' }), { code: 'SOIL_CONFIG' });
  });
});
