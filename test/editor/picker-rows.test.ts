import assert from 'node:assert/strict';

interface Chosen {
  identifier: number | string;
  name: string;
}

type Row = Record<string, unknown>;

interface Choice {
  nameBefore: (item: Chosen) => string | undefined;
  toggle: (item: Chosen) => void;
  all: () => Chosen[];
}

/** Required, not imported: their types are those of the editor, which are not known here. */
const { Choice } = require('../../nodes/editor/picker/choice') as { Choice: new (chosen: readonly Chosen[]) => Choice };
const { matching, rowsOf } = require('../../nodes/editor/picker/row') as {
  matching: (rows: Row[], search: string) => Row[];
  rowsOf: (items: readonly Row[], choice: Choice, nameOf: (identifier: number | string) => string) => Row[];
};

const item = (identifier: number, name: string, type = ''): Row => ({ identifier, name, type, description: '', units: '', format: '', licence: '' });

describe('The rows of a list to pick from', () => {
  before(() => void Object.assign(globalThis, { RED: { _: (key: string) => key } }));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  const items = [item(1, 'Clay', 'PhysicalProperty'), item(2, 'pH'), item(3, 'Sand')];
  const choice = new Choice([{ identifier: 9, name: 'Silt' }, { identifier: '${OTHER}', name: '' }, { identifier: 3, name: 'Gravel' }, { identifier: 2, name: '' }]);

  it('begin with what was chosen and is not offered', () => {
    const rows = rowsOf(items, choice, (identifier) => `number ${identifier}`);
    const shown = rows.map(({ name, offered }) => [name, offered]);
    assert.deepEqual(shown, [['Silt', false], ['number ${OTHER}', false], ['Clay', true], ['pH', true], ['Sand', true]]);
  });

  it('stay in their order without a search, and with one begin with those of that name', () => {
    const found = (search: string): unknown[] => matching(items, search).map(({ name }) => name);
    assert.deepEqual(found(' '), ['Clay', 'pH', 'Sand']);
    assert.deepEqual(found('PH'), ['pH', 'Clay']);
    assert.deepEqual(found('ph clay'), ['Clay']);
  });

  it('say what an item was called when it was chosen, if that is known and other than now', () => {
    const now = [{ identifier: 3, name: 'Sand' }, { identifier: 9, name: 'Silt' }, { identifier: 2, name: 'pH' }, { identifier: 1, name: 'Clay' }];
    assert.deepEqual(now.map((one) => choice.nameBefore(one)), ['Gravel', undefined, undefined, undefined]);
  });
});
