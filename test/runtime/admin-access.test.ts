import assert from 'node:assert/strict';
import { AdminScenario, SECRET } from './admin-scenario';

const TYPED = 'secret-as-typed';

describe('Who may use the admin routes of the dialogs', function () {
  this.timeout(240_000);
  const stage = AdminScenario.forAllTests();
  const { foreign, settings, service, ask } = stage;

  const actions: [route: string, body: () => object][] = [
    ['test-connection', () => ({ service: service() })],
    ['discover', () => ({ service: service(), resource: 'datasets', query: {} })],
    ['jobs/stop', () => ({ wait: 'none' })],
    ['jobs/poll', () => ({ job: 'none' })],
    ['jobs/forget', () => ({ job: 'none' })],
  ];

  for (const [route, body] of actions) {
    it(`${route} answers its own page and nobody else`, async () => {
      assert.equal((await ask(route, { body: body() })).status, 200);
      assert.equal((await ask(route, { body: body(), user: 'nobody' })).status, 401);
      assert.equal((await ask(route, { body: body(), user: 'other' })).status, 401);
      const foreignPage = await ask(route, { body: body(), headers: { origin: 'http://evil.example' } });
      assert.equal(foreignPage.status, 403);
      assert.match(foreignPage.text, /FOREIGN_ORIGIN/);
      assert.equal((await ask(route, { body: body(), headers: { origin: undefined } })).status, 403);
      assert.equal((await ask(route, { body: body(), headers: { origin: 'null' } })).status, 403);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        assert.equal((await ask(route, { body: body(), headers: { 'content-type': type } })).status, 415, type);
      }
      assert.equal((await ask(route, { body: '[]' })).status, 400);
      assert.equal((await ask(route)).status, 404, 'a GET does nothing');
    });
  }

  it('answers its page behind a proxy that sends another Host, if the browser vouches for the page', async () => {
    const behind = (site?: string): Promise<{ status: number }> =>
      ask('jobs/stop', { body: { wait: 'none' }, headers: { origin: 'https://company.example', 'sec-fetch-site': site } });
    assert.equal((await behind('same-origin')).status, 200);
    for (const site of [undefined, 'same-site', 'cross-site', 'none']) assert.equal((await behind(site)).status, 403, site);
    assert.equal((await ask('jobs/stop', { body: { wait: 'none' }, headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } })).status, 403);
  });

  it('lets a reader look, and only a writer act', async () => {
    assert.equal((await ask('jobs', { user: 'reader' })).status, 200);
    assert.equal((await ask('jobs', { user: 'other' })).status, 401);
    assert.equal((await ask('jobs', { user: 'nobody' })).status, 401);
    assert.equal((await ask('discover', { user: 'reader', body: { service: service(), resource: 'datasets', query: {} } })).status, 200);
    for (const [route, body] of actions.filter(([name]) => name !== 'discover')) {
      assert.equal((await ask(route, { user: 'reader', body: body() })).status, 401, route);
    }
  });

  it('lets a reader ask only the deployed service', async () => {
    const places = { baseUrl: foreign.address, authUrl: foreign.address, audience: 'x', tls: 'wait', proxy: 'wait', allowPrivateHosts: true };
    const names = { datasetsField: 'dataSets', emailField: 'mail', soilPropertiesPath: '/x' };
    const limits = { syncThreshold: 9, requestsPerSecond: 9, maxConcurrent: 3, timeout: 6 };
    for (const [name, value] of Object.entries({ ...places, ...names, ...limits })) {
      const changed = { [name]: value };
      const { status } = await ask('discover', { user: 'reader', body: { service: service(changed), resource: 'datasets', query: {} } });
      assert.equal(status, 401, JSON.stringify(changed));
    }
    for (const typed of [{ clientSecret: TYPED }, { clientId: 'another' }]) {
      const body = { service: service({}, typed), resource: 'datasets', query: {} };
      assert.equal((await ask('discover', { user: 'reader', body })).status, 401, JSON.stringify(typed));
    }
    const ofNobody = { ...service({ baseUrl: foreign.address, authUrl: foreign.address }, { clientId: 'me', clientSecret: TYPED }), id: 'svc-of-nobody' };
    assert.equal((await ask('discover', { user: 'reader', body: { service: ofNobody, resource: 'datasets', query: {} } })).status, 401);
    assert.equal(foreign.seen.length, 0);
  });

  it('takes a setting that a flow file does not name, or leaves empty, for what the dialog fills in', async () => {
    const filledIn = settings({ timeout: 60, soilPropertiesPath: '/v1/soil-properties/queries' });
    for (const asked of [...['sparse', 'emptied'].map((id) => ({ id, settings: filledIn })), { id: 'plain', settings: { mode: 'sandbox' } }]) {
      const { status, text } = await ask('discover', { user: 'reader', body: { service: asked, resource: 'datasets', query: {} } });
      assert.equal(status, 200, text);
    }
  });

  it('writes no secret into the log', () => {
    const log = stage.nodeRed.log.join('\n');
    assert.ok(!log.includes(SECRET) && !log.includes(TYPED));
  });
});
