import assert from 'node:assert/strict';
import { flagSetting } from '../../nodes/runtime/settings/flag-setting';
import { isSoilError } from '../../src/errors/soil-error';
import { RunningFlow } from './flow';

const LARGE = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const VARIABLE = 'SOIL_FLAG_OF_THE_TEST';

describe('A yes or no of a dialog', () => {
  let flow: RunningFlow | undefined;
  afterEach(async () => {
    delete process.env[VARIABLE];
    await flow?.stop();
    flow = undefined;
  });

  it('is read from text as well, and is the default if it is empty', () => {
    for (const [value, expected] of [[true, true], [false, false], ['true', true], ['false', false], [' False ', false]] as const) {
      assert.equal(flagSetting('Unpack into a folder', value, !expected), expected, JSON.stringify(value));
    }
    for (const empty of [undefined, null, '', ' ']) {
      for (const byDefault of [true, false]) assert.equal(flagSetting('Unpack into a folder', empty, byDefault), byDefault, JSON.stringify(empty));
    }
    for (const value of ['yes', 0, {}]) {
      assert.throws(
        () => flagSetting('Unpack into a folder', value, true),
        (error) => isSoilError(error, 'SOIL_CONFIG') && error.message.includes('"Unpack into a folder"'),
      );
    }
    const message = /^The setting "Unpack into a folder" takes the environment variable NOBODY_SET_THIS, which is not set; /;
    assert.throws(() => flagSetting('Unpack into a folder', '${NOBODY_SET_THIS}', true), { code: 'SOIL_CONFIG', message });
  });

  it('of soil-area comes from an environment variable', async () => {
    process.env[VARIABLE] = 'false';
    flow = await RunningFlow.start([
      { id: 'area', type: 'soil-area', splitBySize: `\${${VARIABLE}}`, wires: [['first'], ['second']] },
      { id: 'first', type: 'helper' },
      { id: 'second', type: 'helper' },
    ]);
    flow.send('area', { payload: LARGE });
    assert.equal((await flow.message('first')).soil?.area?.retrieval, 'async');
    assert.equal(flow.messages('second').length, 0);
  });

  it('of soil-discover comes from an environment variable', async () => {
    process.env[VARIABLE] = 'false';
    flow = await RunningFlow.start([
      { id: 'svc', type: 'soil-service', mode: 'sandbox' },
      { id: 'all', type: 'soil-discover', service: 'svc', resource: 'all-datasets', unlockedOnly: `\${${VARIABLE}}`, wires: [['found']] },
      { id: 'found', type: 'helper' },
    ]);
    flow.send('all', {});
    const { soil } = await flow.message('found');
    assert.ok(soil?.source?.datasets.some(({ locked }) => locked), 'the locked dataset is there');
  });

  it('that is neither goes to the Catch node with its name', async () => {
    flow = await RunningFlow.start([{ id: 'area', type: 'soil-area', splitBySize: 'perhaps', wires: [['out'], ['out']] }, { id: 'out', type: 'helper' }]);
    flow.send('area', { payload: LARGE });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_CONFIG');
    assert.match(error.message, /"Two outputs: small and large areas"/);
    assert.equal(flow.messages('out').length, 0);
  });
});
