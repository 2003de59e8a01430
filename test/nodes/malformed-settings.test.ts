import assert from 'node:assert/strict';
import { RunningFlow } from './flow';

const AREA = 'POLYGON ((5.600 51.950, 5.602 51.950, 5.602 51.952, 5.600 51.952, 5.600 51.950))';
const OUT = { id: 'out', type: 'helper' };

describe('A malformed setting', () => {
  let flow: RunningFlow | undefined;
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
  });

  async function refused(type: string, settings: object, service: object = {}, query: object = {}, payload: unknown = AREA): Promise<string> {
    const node = { id: 'node', type, service: 'svc', ...settings, wires: [['out']] };
    flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service', ...service }, node, OUT]);
    flow.send('node', { payload, soil: { query: { geometry: AREA, ...query } } });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_CONFIG', error.message);
    return error.message;
  }

  it('of a dialog is named as such, and not as a field of the message', async () => {
    assert.equal(await refused('soil-data', { startYear: 'lately' }), 'The setting "first year" must be a year from 1000 to 2999, but is "lately".');
  });

  it('is told apart from a field of the message that contradicts another setting', async () => {
    const inMessage = await refused('soil-submit', { startYear: 2020 }, {}, { endYear: 1990 });
    assert.equal(inMessage, 'The setting "first year" (2020) is after msg.soil.query.endYear (1990).');
  });

  it('is named as in the dialog if two of them contradict each other', async () => {
    assert.equal(await refused('soil-data', { startYear: 2020, endYear: 1990 }), 'The setting "first year" (2020) is after the setting "last year" (1990).');
  });

  it('that names an environment variable says that it is not set', async () => {
    assert.match(await refused('soil-submit', { email: '${NOBODY_SET_THIS}' }), /The setting "E-mail" takes the environment variable NOBODY_SET_THIS, which is not set/);
  });

  it('with white space around a variable says so: Node-RED does not replace it, even if it is set', async () => {
    process.env['SOIL_TEST_EMAIL'] = 'me@example.com';
    try {
      assert.match(await refused('soil-submit', { email: ' ${SOIL_TEST_EMAIL}' }), /^The setting "E-mail" has white space around \$\{SOIL_TEST_EMAIL\}: .* remove the white space\.$/);
    } finally {
      delete process.env['SOIL_TEST_EMAIL'];
    }
  });

  it('of a variable that is not set is named so in an area and a dataset, too', async () => {
    const entry = '${NOBODY_SET_THIS}';
    for (const areaType of ['wkt', 'geojson', 'map']) {
      assert.match(await refused('soil-area', { areaType, area: entry }), /^The setting "Area" takes the environment variable NOBODY_SET_THIS, which is not set/);
      await flow?.stop();
    }
    assert.match(await refused('soil-discover', { resource: 'dataset', datasetId: entry }), /^The setting "Dataset" takes the environment variable NOBODY_SET_THIS/);
    await flow?.stop();
    assert.match(await refused('soil-discover', { resource: 'dataset', datasetId: 'clay' }), /^The setting "Dataset" is "clay": fill in a whole number/);
  });

  it('of soil-read that is empty is not taken for a file name', async () => {
    assert.equal(await refused('soil-read', { fromType: 'str', from: ' ' }), 'The setting "Zip or folder" is empty: fill it in, or choose msg.payload.');
  });

  it('of the mode of a service never turns into synthetic data', async () => {
    assert.match(await refused('soil-data', {}, { mode: 'Service' }), /The setting "Use" of the soil service must be "sandbox" or "service"/);
    await flow!.shows('node', { fill: 'red', shape: 'ring', text: 'setting: Use' });
  });

  it('of the mode of a service is no sandbox if an environment variable is empty: synthetic data would be stored as real', async () => {
    process.env['SOIL_EMPTY_MODE'] = '';
    try {
      assert.match(await refused('soil-data', {}, { mode: '${SOIL_EMPTY_MODE}' }), /The setting "Use" of the soil service must be "sandbox" or "service"; it is empty/);
    } finally {
      delete process.env['SOIL_EMPTY_MODE'];
    }
  });

  for (const setting of ['baseUrl', 'authUrl']) {
    it(`of the mode of a service is no sandbox if a hand-written flow has no mode, and a ${setting}`, async () => {
      const refusal = await refused('soil-data', {}, { mode: undefined, [setting]: 'https://api.example.com' });
      assert.match(refusal, /The setting "(Service URL|Token URL)" of the soil service is empty/);
    });
  }

  it('of the mode of a service says which environment variable is not set', async () => {
    assert.match(await refused('soil-data', {}, { mode: '${NOBODY_SET_THIS}' }), /"Use" takes the environment variable NOBODY_SET_THIS, which is not set/);
  });

  for (const [setting, label] of [['tls', 'TLS'], ['proxy', 'Proxy']] as const) {
    it(`sends no request any other way than the chosen one: ${setting}`, async () => {
      const service = { mode: 'service', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', [setting]: 'gone' };
      assert.match(await refused('soil-data', {}, service), new RegExp(`The setting "${label}" of the soil service refers to a node that is disabled, deleted or not deployed`));
    });

    it(`takes no node of another kind: ${setting}`, async () => {
      const service = { mode: 'service', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', [setting]: 'node' };
      const other = await refused('soil-data', {}, service);
      assert.match(other, new RegExp(`The setting "${label}" of the soil service refers to a node of the kind "soil-data", not "(tls-config|http proxy)"\\. Choose another one\\.`));
    });
  }

  for (const [type, settings, message] of [
    ['soil-area', { area: { lat: 52 } }, 'The setting "Area" is {"lat":52}: it must be a text.'],
    ['soil-area', { areaType: 'MSG' }, 'The setting "Area" is "MSG": choose msg, flow, global, env, wkt, geojson or map.'],
    ['soil-area', { area: 'NOBODY_SET_THIS', areaType: 'env' }, 'The environment variable NOBODY_SET_THIS is not set, or empty; set it, then deploy or start Node-RED again.'],
    ['soil-read', { from: 'NOBODY_SET_THIS', fromType: 'env' }, 'The environment variable NOBODY_SET_THIS is not set, or empty; set it, then deploy or start Node-RED again.'],
    ['soil-read', { fromType: 'MSG' }, 'The setting "Zip or folder" is "MSG": choose msg, flow, global, str or env.'],
    ['soil-read', { from: ['payload'] }, 'The setting "Zip or folder" is ["payload"]: it must be a text.'],
    ['soil-profile', { slices: { top: 0 } }, 'The setting "Depth slices" is {"top":0}: choose globalsoilmap, 0-30, 0-20-50 or own.'],
    ['soil-profile', { slices: 'own', ownSlices: ['0-10'] }, 'The setting "Depths in cm" is ["0-10"]: it must be a text.'],
    ['soil-profile', { minCoverage: [] }, 'The setting "Minimum coverage" is []: fill in a number from 0 to 100.'],
    ['soil-profile', { units: 'g/kg' }, 'The setting "Units" is "g/kg": it must be a list such as [{"property": "clay", "unit": "g/kg"}].'],
    ['soil-profile', { methodNames: 'pipette' }, 'The setting "Method names" is "pipette": it must be a list such as [{"method": "pH_H2O", "as": "in water, 1:5"}].'],
    ['soil-profile', { methodNames: [{ method: 'CLPC', as: { name: 'pipette' } }] }, 'The setting "Method names" is {"name":"pipette"}: it must be a text.'],
  ] as const) {
    it(`of another type says what came instead: ${JSON.stringify(settings)} of ${type}`, async () => {
      assert.equal(await refused(type, settings, {}, {}, []), message);
    });
  }

  it('of the size of small areas divides no areas', async () => {
    assert.match(await refused('soil-area', { splitBySize: true }, { syncThreshold: 'ten' }), /The setting "Small below" of the soil service must be a number/);
  });

  it('is a service that no longer exists: it is chosen, so the error does not say to choose one', async () => {
    assert.match(await refused('soil-data', { service: 'gone' }), /^The setting "Service" names a node that is disabled or deleted, belongs to another flow only, /);
  });

  it('is a service of a variable that is not set: no node is disabled, and none was chosen', async () => {
    for (const type of ['soil-area', 'soil-data']) {
      assert.match(await refused(type, { service: '${NOBODY_SET_THIS}' }), /^The setting "Service" takes the environment variable NOBODY_SET_THIS, which is not set/);
      await flow?.stop();
    }
    assert.match(await refused('soil-data', { service: ' ' }), /^The setting "Service" is empty: /);
  });

  it('is a service that is another node, as in a flow that a program wrote', async () => {
    assert.match(await refused('soil-data', {}, { type: 'helper' }), /^The setting "Service" names a node that is .* is not a soil service\. /);
  });
});
