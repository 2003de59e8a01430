import assert from 'node:assert/strict';
import { AdminScenario, SECRET } from './admin-scenario';

const TYPED = 'secret-as-typed';

describe('The admin routes of the dialogs', function () {
  this.timeout(240_000);
  const stage = AdminScenario.forAllTests();
  const { own, foreign, settings, service, ask } = stage;

  it('tests the connection with the stored secret at the deployed address', async () => {
    own.seen.length = 0;
    const { text, json } = await ask('test-connection', { body: { service: service() } });
    const tokenSeconds = Number(json()['tokenSeconds']);
    assert.ok(tokenSeconds > 7000 && tokenSeconds <= 7200, text);
    assert.deepEqual(json(), { ok: true, datasets: 1, tokenSeconds, synthetic: false });
    assert.ok(own.seen[0]?.includes(SECRET));
    assert.ok(!text.includes(SECRET));
    const noLongerSandbox = await ask('test-connection', { body: { service: { id: 'sandboxed', settings: settings(), clientId: 'me' } } });
    assert.deepEqual([noLongerSandbox.json()['ok'], noLongerSandbox.json()['synthetic']], [true, false], 'the sandbox was deployed, and the same address');
    for (const address of ['baseUrl', 'authUrl']) {
      const otherPath = await ask('test-connection', { body: { service: service({ [address]: `${own.address}/other` }) } });
      assert.equal(otherPath.json()['ok'], true, 'another path of the same origin');
    }
    for (const [path, datasets] of [['none', 0], ['mixed', 1]]) {
      const { json } = await ask('test-connection', { body: { service: service({ baseUrl: `${own.address}/${path}` }) } });
      assert.deepEqual([json()['ok'], json()['datasets']], [true, datasets], 'one dataset makes a catalogue, and so does none of anything');
    }
  });

  it('sends the stored secret to no other origin, and no other way', async () => {
    foreign.seen.length = 0;
    const ways = [{ baseUrl: foreign.address }, { authUrl: foreign.address }, { baseUrl: foreign.address, authUrl: foreign.address }, { authUrl: own.address.replace('http:', 'https:') }, { proxy: 'wait' }, { tls: 'wait' }, { baseUrl: 'no address' }];
    for (const changed of ways) {
      const { text, json } = await ask('test-connection', { body: { service: service(changed) } });
      assert.deepEqual([json()['ok'], json()['problem']], [false, 'secretNeeded'], JSON.stringify(changed));
      const discovered = await ask('discover', { body: { service: service(changed), resource: 'datasets', query: {} } });
      assert.equal(discovered.status, 422);
      assert.ok(!text.includes(SECRET) && !discovered.text.includes(SECRET));
    }
    const unknown = await ask('test-connection', { body: { service: { ...service(), id: 'svc-of-nobody' } } });
    assert.equal(unknown.json()['problem'], 'settings', 'a service that is not deployed has no stored secret');
    assert.doesNotMatch(unknown.text, /stored credentials/);
    const without = await ask('test-connection', { body: { service: { id: 'plain', settings: settings() } } });
    assert.equal(without.json()['problem'], 'settings', 'nor has one that was deployed without');
    assert.deepEqual(foreign.seen, []);
  });

  it('sends a typed secret to the address it was typed for, and never the stored one with it', async () => {
    foreign.seen.length = 0;
    const body = { service: service({ baseUrl: foreign.address, authUrl: foreign.address }, { clientId: 'another', clientSecret: TYPED }) };
    const { json } = await ask('test-connection', { body });
    assert.equal(json()['ok'], true);
    assert.match(foreign.seen[0] ?? '', new RegExp(`client_id=another&client_secret=${TYPED}`));
    assert.ok(!foreign.seen.join().includes(SECRET));
  });

  it('puts no variable of the environment into what a browser asks for', async () => {
    foreign.seen.length = 0;
    const variable = '${SOIL_TEST_VARIABLE}';
    const bodies = [
      service({ baseUrl: foreign.address, authUrl: foreign.address }, { clientId: variable, clientSecret: TYPED }),
      service({ baseUrl: foreign.address, authUrl: foreign.address }, { clientId: 'me', clientSecret: variable }),
      service({ baseUrl: foreign.address, authUrl: foreign.address, audience: variable }, { clientId: 'me', clientSecret: TYPED }),
      service({ baseUrl: variable }, { clientId: 'me', clientSecret: TYPED }),
      { ...service({ baseUrl: variable }, { clientId: 'me', clientSecret: TYPED }), id: 'svc-of-nobody' },
    ];
    for (const asked of bodies) {
      const { text, json } = await ask('test-connection', { body: { service: asked } });
      assert.deepEqual([json()['ok'], json()['problem']], [false, 'settings'], JSON.stringify(asked));
      assert.match(String(json()['message']), /takes an environment variable: deploy first, then test/);
      assert.ok(!text.includes('value-of-the-environment'));
    }
    assert.deepEqual(foreign.seen, []);
  });

  it('tests a service whose deployed settings are variables, with their values, even if another setting was changed', async () => {
    for (const changed of [{}, { timeout: 4 }]) {
      own.seen.length = 0;
      const asked = { id: 'env', settings: settings({ audience: '${SOIL_TEST_VARIABLE}', ...changed }), clientId: '${SOIL_TEST_VARIABLE}' };
      const { text, json } = await ask('test-connection', { body: { service: asked } });
      assert.equal(json()['ok'], true, text);
      assert.match(own.seen[0] ?? '', /audience=value-of-the-environment&client_id=value-of-the-environment&client_secret=secret-as-deployed/);
      assert.ok(!text.includes('value-of-the-environment'));
    }
  });

  it('asks the way that was deployed, through its proxy', async () => {
    own.seen.length = 0;
    const { json } = await ask('test-connection', { body: { service: { id: 'proxied', settings: settings({ proxy: 'proxy' }), clientId: 'me' } } });
    // The other server is no proxy: what goes through it does not arrive.
    assert.deepEqual([json()['ok'], own.seen], [false, []]);
  });

  it('asks a service inside a subflow with the values of its instance', async () => {
    own.seen.length = 0;
    const asked = { id: 'inside', settings: settings({ audience: '${OF_INSTANCE}' }), clientId: 'me' };
    const tested = await ask('test-connection', { body: { service: asked } });
    assert.equal(tested.json()['ok'], true, tested.text);
    assert.match(own.seen[0] ?? '', /audience=value-of-the-instance&client_id=me&client_secret=secret-as-deployed/);
    assert.equal((await ask('discover', { user: 'reader', body: { service: asked, resource: 'datasets', query: {} } })).status, 200);
    foreign.seen.length = 0;
    const elsewhere = await ask('test-connection', { body: { service: { ...asked, settings: settings({ baseUrl: foreign.address }) } } });
    assert.deepEqual([elsewhere.json()['problem'], foreign.seen], ['secretNeeded', []]);
  });

  it('says of a service that does not run why its stored credentials are not used', async () => {
    for (const id of ['resting', 'off']) {
      const { text, json } = await ask('test-connection', { body: { service: { id, settings: settings(), clientId: 'me' } } });
      assert.deepEqual([json()['ok'], json()['problem']], [false, 'settings'], text);
      assert.match(String(json()['message']), /because the service does not run/);
      const typed = await ask('test-connection', { body: { service: { id, settings: settings(), clientId: 'me', clientSecret: TYPED } } });
      assert.equal(typed.json()['ok'], true, typed.text);
      assert.ok(!text.includes(SECRET));
    }
  });

  it('asks the sandbox if the screen says so, whatever an environment variable makes of the deployed service', async () => {
    own.seen.length = 0;
    const tested = await ask('test-connection', { body: { service: { id: 'mode', settings: settings({ mode: 'sandbox' }) } } });
    assert.equal(tested.json()['synthetic'], true, tested.text);
    assert.deepEqual(own.seen, []);
  });

  it('never takes a mode that is not set for the sandbox', async () => {
    for (const changed of [{}, { timeout: 4 }]) {
      const asked = { id: 'unset', settings: settings({ mode: '${SOIL_TEST_NOT_SET}', ...changed }) };
      const { text, json } = await ask('test-connection', { body: { service: asked } });
      assert.deepEqual([json()['ok'], json()['problem']], [false, 'settings'], text);
    }
  });

  it('treats an empty mode as neither, until the screen has one', async () => {
    const test = async (mode: string): Promise<unknown[]> => {
      const { json } = await ask('test-connection', { body: { service: { id: 'blank', settings: settings({ mode }) } } });
      return [json()['ok'], json()['problem'], json()['synthetic']];
    };
    assert.deepEqual(await test(''), [false, 'settings', undefined]);
    assert.deepEqual(await test('sandbox'), [true, undefined, true]);
  });

  it('says what is wrong with a connection', async () => {
    const problem = async (changed: object): Promise<unknown[]> => {
      const report = (await ask('test-connection', { body: { service: service(changed, { clientId: 'me', clientSecret: TYPED }) } })).json();
      return ['problem', 'host', 'status'].map((name) => report[name]);
    };
    const host = new URL(own.address).host;
    assert.deepEqual(await problem({ authUrl: 'https://service.invalid', baseUrl: 'https://service.invalid' }), ['nameNotFound', 'service.invalid', null]);
    for (const address of ['authUrl', 'baseUrl']) assert.deepEqual(await problem({ [address]: 'http://127.0.0.1:1' }), ['refused', '127.0.0.1:1', null]);
    assert.deepEqual(await problem({ authUrl: own.address.replace('http:', 'https:') }), ['noTls', host, null]);
    assert.deepEqual(await problem({ baseUrl: `${own.address}/status` }), ['notThisService', host, 404]);
    assert.equal((await problem({ authUrl: stage.nodeRed.address, baseUrl: stage.nodeRed.address }))[0], 'noTokens');
    assert.deepEqual(await problem({ baseUrl: 'http://service.example' }), ['settings', '', null]);
  });

  it('gives the words in which a service refuses the credentials', async () => {
    const report = (await ask('test-connection', { body: { service: service({ authUrl: `${own.address}/lapsed` }, { clientId: 'me', clientSecret: TYPED }) } })).json();
    assert.deepEqual([report['problem'], report['detail']], ['credentials', 'invalid_client: The client secret has expired.']);
    const repeated = (await ask('test-connection', { body: { service: service({ baseUrl: `${own.address}/failing` }, { clientId: 'me', clientSecret: TYPED }) } })).json();
    assert.deepEqual([repeated['problem'], repeated['detail']], ['failing', 'Not known: ***']);
  });

  it('says of an address that is not this kind of service which setting holds it, where it asked, and what it found', async () => {
    const found = async (changed: object): Promise<unknown[]> => {
      const report = (await ask('test-connection', { body: { service: service(changed, { clientId: 'me', clientSecret: TYPED }) } })).json();
      return ['problem', 'field', 'address', 'found'].map((name) => report[name]);
    };
    const kinds = { page: 'page', titled: 'page', unnamed: 'page', empty: 'empty', json: 'json', list: 'json', text: 'text', status: 'status' };
    for (const [path, kind] of Object.entries(kinds)) {
      assert.deepEqual(await found({ baseUrl: `${own.address}/${path}` }), ['notThisService', 'baseUrl', `${own.address}/${path}/v1/datasets`, kind]);
    }
    for (const [path, problem] of Object.entries({ limited: 'limited', failing: 'failing', scope: 'notAllowed' })) {
      assert.deepEqual((await found({ baseUrl: `${own.address}/${path}` })).slice(0, 2), [problem, 'baseUrl']);
    }
    assert.deepEqual((await found({ authUrl: `${own.address}/method` })).slice(0, 2), ['noTokens', 'authUrl']);
    assert.deepEqual(await found({ authUrl: `${own.address}/status` }), ['noTokens', 'authUrl', `${own.address}/status/oauth/token`, 'status']);
    assert.deepEqual(await found({ authUrl: `${own.address}/api` }), ['noTokens', 'authUrl', `${own.address}/api/oauth/token`, 'status'], 'swapped URLs');
    assert.deepEqual((await found({ authUrl: `${own.address}/closed` })).slice(0, 2), ['audience', 'authUrl']);
    assert.deepEqual((await found({ baseUrl: `${own.address}/closed` })).slice(0, 2), ['notAllowed', 'baseUrl']);
    assert.deepEqual(await found({ authUrl: `${own.address}/page` }), ['notThisService', 'authUrl', `${own.address}/page/oauth/token`, 'noToken']);
  });

  it('refuses what does not fit, whatever it is called', async () => {
    const bodies: unknown[] = [
      {},
      { service: 'svc' },
      { service: { id: 5, settings: {} } },
      { service: { id: 'svc', settings: { baseUrl: { toString: 'x' } } }, resource: 'datasets' },
      { service: { id: 'svc', settings: { baseUrl: 'x'.repeat(5000) } }, resource: 'datasets' },
      { service: service(), resource: '../datasets' },
      { service: service(), resource: '__proto__' },
      { service: service(), resource: 'datasets', query: { spatialFilters: ['1'] } },
      { service: service(), resource: 'datasets', query: { spatialFilters: [-1] } },
      { service: service(), resource: 'datasets', query: { spatialFilters: [1.5] } },
      { service: service(), resource: 'datasets', query: { soilProperties: Array.from({ length: 10_001 }, () => 1) } },
      { service: service(), resource: 'datasets', query: { area: 'x'.repeat(1_600_000) } },
      { service: service(), resource: 'datasets', query: { area: 5 } },
      '{"service":{"__proto__":{"id":"svc"}},"resource":"datasets"}',
    ];
    for (const body of bodies) assert.equal((await ask('discover', { body })).status, 400, JSON.stringify(body).slice(0, 100));
    for (const body of [{}, { service: 'svc' }]) {
      const { status, json } = await ask('test-connection', { body });
      assert.deepEqual([status, json()['code']], [400, 'BAD_REQUEST'], 'JSON, and no page with paths of the machine');
    }
    const said = async (body: unknown) => (await ask('discover', { body })).json()['message'];
    assert.equal(await said({ service: service(), resource: 'soils' }), 'The field "resource" must be one of: spatial-filters, soil-properties, datasets.');
    const setting = await said({ service: { id: 'svc', settings: { baseUrl: ['x'] } }, resource: 'datasets' });
    assert.equal(setting, 'The setting "Service URL" must be a number, a boolean, or a text of at most 4096 characters.');
    const identifiers = await said({ service: service(), resource: 'datasets', query: { spatialFilters: [-1] } });
    assert.equal(identifiers, 'The field "spatialFilters" must be a list of at most 10000 identifiers (whole numbers, 0 or more).');
    for (const wait of ['', 'x'.repeat(201)]) assert.equal((await ask('jobs/stop', { body: { wait } })).status, 400);
    assert.equal((await ask('jobs/forget', { body: { wait: 'none' } })).status, 200, 'a request of unknown fate has no job');
  });

  it('gives pickers plain text', async () => {
    const { json } = await ask('discover', { body: { service: service(), resource: 'datasets', query: {} } });
    const [item] = json()['items'] as { identifier: number; name: string; description: string }[];
    assert.equal(item?.identifier, 7);
    assert.equal(item?.description, 'bold');
  });

  it('asks for an area if the service needs one', async () => {
    const { status, json } = await ask('discover', { body: { service: service(), resource: 'soil-properties', query: {} } });
    assert.deepEqual([status, json()['code']], [422, 'SOIL_GEOMETRY']);
    assert.deepEqual(json()['sentence'], { key: 'noAreaInEmptyText', values: { found: { key: 'emptyText', values: {} } } });
    const wrong = await ask('discover', { body: { service: service(), resource: 'soil-properties', query: { area: 'POLYGON((1 2' } } });
    assert.match(wrong.json()['message'] as string, /position/);
    const sentence = { key: 'wktEndsAfter', values: { expected: '")"', at: 12, before: '"1 2"' } };
    assert.deepEqual(wrong.json()['sentence'], sentence, 'the editor says it in its own language');
  });

  it('serves a sandbox that is only on the screen', async () => {
    const screen = { id: 'new', settings: { mode: 'sandbox' } };
    const tested = await ask('test-connection', { body: { service: screen } });
    assert.equal(tested.json()['synthetic'], true);
    const query = { area: '[5, 52, 5.1, 52.1]' };
    const { status, json } = await ask('discover', { body: { service: screen, resource: 'soil-properties', query } });
    assert.equal(status, 200);
    assert.ok((json()['items'] as unknown[]).length > 0);
  });

  it('writes no secret into the log', () => {
    const log = stage.nodeRed.log.join('\n');
    assert.ok(!log.includes(SECRET) && !log.includes(TYPED));
  });
});
