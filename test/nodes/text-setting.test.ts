import assert from 'node:assert/strict';
import { textSetting } from '../../nodes/runtime/settings/text-setting';
import { selectItems } from '../../nodes/soil-discover/selection';
import { fileName } from '../../nodes/soil-download/file-name';
import { RunningFlow } from './flow';

describe('A text of a dialog', () => {
  it('is nothing if it is empty or blank', () => {
    for (const empty of [undefined, null, '', ' ', '\t\n']) assert.equal(textSetting('Folder', empty), undefined);
  });

  it('may be a number: an environment variable may be of that type', () => {
    assert.deepEqual([7, 0, 1.5, 'fields'].map((value) => textSetting('Folder', value)), ['7', '0', '1.5', 'fields']);
    assert.equal(fileName(textSetting('File name', 2026), { _msgid: 'a' }, new Date(0)), '2026');
  });

  it('that is something else is refused with its label', () => {
    for (const value of [true, {}, [], ['a']]) {
      const message = `The setting "Folder" is ${JSON.stringify(value)}: it must be a text.`;
      assert.throws(() => textSetting('Folder', value), { code: 'SOIL_CONFIG', message });
    }
  });

  it('that names a property or a variable loses the blanks around it: after pasting, nobody sees them', async () => {
    const area = 'POINT (5 52)';
    process.env['SOIL_TEST_AREA'] = area;
    const flow = await RunningFlow.start([
      { id: 'property', type: 'soil-area', areaType: 'msg', area: ' payload ', wires: [['out']] },
      { id: 'variable', type: 'soil-area', areaType: 'env', area: 'SOIL_TEST_AREA ', wires: [['out']] },
      { id: 'out', type: 'helper' },
    ]);
    try {
      for (const id of ['property', 'variable']) flow.send(id, { payload: area });
      assert.equal((await flow.message('out', 1)).soil?.query?.geometry, area);
    } finally {
      delete process.env['SOIL_TEST_AREA'];
      await flow.stop();
    }
  });

  it('selects what discovery found even if it is a number', () => {
    const items = [{ identifier: 7, type: 'LandCoverFilter', name: 'Zone 7' }, { identifier: 8, type: '', name: 'Zone 8' }];
    const selected = (rule: object) => selectItems(items, rule)?.map(({ identifier }) => identifier);
    assert.deepEqual(selected({ select: 'match', matchName: 7, matchType: null }), [7]);
    assert.deepEqual(selected({ select: 'chosen', chosen: 8 }), [8]);
    assert.throws(() => selected({ select: 'match', matchType: {} }), { code: 'SOIL_CONFIG', message: 'The setting "Type is" is {}: it must be a text.' });
    assert.throws(() => selected({ select: 'match', matchName: '${NOBODY_SET_THIS}' }), { code: 'SOIL_CONFIG', message: /^The setting "Name has" takes the environment variable/ });
    assert.throws(() => selected({ select: 'chosen', chosen: '${NOBODY_SET_THIS}' }), { code: 'SOIL_CONFIG' });
  });
});
