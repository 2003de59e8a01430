import assert from 'node:assert/strict';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { PatientClock } from '../time/patient-clock';
import { ScriptedService } from './scripted-service';

const query = {
  geometry: 'POINT (10 50)',
  spatialFilters: [1],
  soilProperties: [2],
  datasets: [3],
  startYear: 1990,
  endYear: 2020,
  gisDataTypes: ['point'],
  email: 'me@example.com',
};
const { geometry, spatialFilters, soilProperties, email: _, ...narrowed } = query;

describe('the service, call by call', () => {
  let server: ScriptedService;
  ScriptedService.inEachTest((started) => (server = started));

  /** What the server saw of the only call. */
  function seen(): { accept: string | undefined; type: string | undefined; body: unknown } {
    assert.equal(server.calls.length, 1);
    const { headers, body } = server.calls[0] ?? { headers: {}, body: '' };
    return { accept: headers.accept, type: headers['content-type'], body: body === '' ? undefined : JSON.parse(body) };
  }

  it('4.1 spatial filters of an area', async () => {
    server.on('POST /v1/spatial-filters/queries', { body: { items: { items: [{ type: 'LandCoverFilter', identifier: 1, name: 'Forest' }] } } });
    assert.deepEqual(await server.connect().spatialFilters(query), [{ type: 'LandCoverFilter', id: '', identifier: 1, name: 'Forest', description: '' }]);
    assert.deepEqual(seen(), { accept: 'application/ld+json', type: 'application/json', body: { geometry } });
  });

  it('4.2 soil properties of an area, at the path of the settings', async () => {
    server.on('POST /v1/soil-properties/search', { body: { items: [{ identifier: 2, name: 'pH' }] } });
    assert.deepEqual(await server.connect({ soilPropertiesPath: '/v1/soil-properties/search' }).soilProperties(query), [{ type: '', identifier: 2, name: 'pH' }]);
    assert.deepEqual(seen(), { accept: 'application/ld+json', type: 'application/json', body: { geometry, spatialFilters } });
  });

  it('4.3 datasets of an area', async () => {
    server.on('POST /v1/datasets/queries', { body: { description: 'Found', DataSet: [{ identifier: 3, name: 'Grid' }] } });
    assert.deepEqual(await server.connect().datasets(query), { datasets: [{ type: '', id: '', identifier: 3, name: 'Grid', description: '' }] });
    assert.deepEqual(seen(), { accept: 'application/ld+json', type: 'application/json', body: { geometry, spatialFilters, soilProperties } });
  });

  it('gives each caller a list of its own, even if the service gives the same text again', async () => {
    const one = { body: [{ identifier: 3, name: 'Grid' }] };
    server.on('POST /v1/datasets/queries', one, one, one, one, { body: [{ identifier: 3, name: 'Grod' }] });
    const client = server.connect();
    for (const name of ['Grid', 'Grid', 'Grid', 'Grid', 'Grod']) {
      const { datasets } = await client.datasets(query);
      assert.deepEqual(datasets.map((dataset) => dataset.name), [name]);
      Object.assign(datasets[0] as object, { name: 'changed' });
      datasets.length = 0;
    }
    assert.equal(server.calls.length, 5);
  });

  it('reads the same text as the kind of list that was asked for', async () => {
    const one = { body: [{ identifier: 3, name: 'one' }] };
    server.on('POST /v1/spatial-filters/queries', one, one, one).on('POST /v1/soil-properties/queries', one, one, one);
    const client = server.connect();
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await client.spatialFilters(query), [{ type: '', id: '', identifier: 3, name: 'one', description: '' }]);
      assert.deepEqual(await client.soilProperties(query), [{ type: '', identifier: 3, name: 'one' }]);
    }
  });

  it('4.4 all datasets', async () => {
    server.on('GET /v1/datasets', { body: { DataSet: [], temporalCoverage: '1950/2020' } });
    assert.deepEqual(await server.connect().allDatasets(), { temporalCoverage: '1950/2020', datasets: [] });
    assert.deepEqual(seen(), { accept: 'application/ld+json', type: undefined, body: undefined });
  });

  it('4.4 one dataset', async () => {
    server.on('GET /v1/datasets/3', { body: { type: 'DataSet', identifier: 3, name: 'Grid' } });
    assert.equal((await server.connect().dataset(3)).name, 'Grid');
    assert.deepEqual(seen(), { accept: 'application/ld+json', type: undefined, body: undefined });
  });

  it('4.4 one dataset, never another', async () => {
    server.on('GET /v1/datasets/3', { body: { type: 'DataSet', identifier: 4, name: 'Grid' } });
    await assert.rejects(server.connect().dataset(3), { code: 'SOIL_RESPONSE', message: /the answer is not dataset 3/ });
  });

  it('4.5 soil data of a small area, as the service sends them', async () => {
    const data = { dataFeedElement: [{ item: [{ name: 'Property', value: 'ph' }] }] };
    server.on('POST /v1/soil-data-by-geometry', { body: data });
    const { content, exchange } = await server.connect().soilData(query);
    assert.deepEqual([content, exchange.status, exchange.method], [data, 200, 'POST']);
    assert.match(exchange.url!, /\/v1\/soil-data-by-geometry$/);
    assert.deepEqual(seen(), { accept: 'application/json', type: 'application/json', body: { geometry, spatialFilters, soilProperties, ...narrowed } });
  });

  it('4.5 a job in place of the soil data, with what to do about it', async () => {
    const location = '/v1/soil-data-by-geometry/queries/a-1';
    const operation = 'POST /v1/soil-data-by-geometry';
    const body = { Location: `${server.baseUrl}${location}` };
    const jobs = [{ status: 202, headers: { location } }, { status: 202, body }, { status: 200, body }, { status: 303, headers: { location } }];
    for (const reply of jobs) {
      server.on(operation, reply);
      const message = `Could not read the soil data: the service made a job of the request (${reply.status}), with the identifier a-1. Send that to soil-wait (msg.soil.job).`;
      await assert.rejects(server.connect().soilData({ geometry }), { code: 'SOIL_RESPONSE', message });
    }
    server.on(operation, { status: 303, headers: { location: '/login' } }, { status: 202, body: [] }, { headers: { location }, body: { ...body, items: [] } }, { status: 302, headers: { location } });
    await assert.rejects(server.connect().soilData({ geometry }), { code: 'SOIL_RESPONSE', message: /a redirect \(303\) .* not followed/ });
    assert.deepEqual((await server.connect().soilData({ geometry })).content, []);
    assert.deepEqual((await server.connect().soilData({ geometry })).content, { ...body, items: [] });
    await assert.rejects(server.connect().soilData({ geometry }), { code: 'SOIL_RESPONSE', message: /a redirect \(302\) .* not followed/ });
  });

  it('4.6 a job by geometry', async () => {
    const url = `${server.baseUrl}/v1/soil-data-by-geometry/queries/a-1`;
    server.on('POST /v1/soil-data-by-geometry/queries', { status: 202, body: { Location: url } });
    assert.deepEqual(await server.connect().createJob('geometry', query), { id: 'a-1', url, kind: 'geometry' });
    assert.deepEqual(seen(), { accept: 'application/json', type: 'application/json', body: query });
  });

  it('4.8 a job by area, with the field names of the settings', async () => {
    server.on('POST /v1/soil-data-by-area-queries', { body: '', headers: { location: '/v1/soil-data-by-area-queries/a-1' } });
    const client = server.connect({ datasetsField: 'dataSets', emailField: 'notify' });
    assert.deepEqual(await client.createJob('area', query), { id: 'a-1', url: `${server.baseUrl}/v1/soil-data-by-area-queries/a-1`, kind: 'area' });
    assert.deepEqual(seen().body, { geometry, spatialFilters, soilProperties, startYear: 1990, endYear: 2020, gisDataTypes: ['point'], dataSets: [3], notify: 'me@example.com' });
  });

  it('4.6 a job that a redirect names: it is not followed', async () => {
    const path = '/v1/soil-data-by-geometry/queries';
    server.on(`POST ${path}`, { status: 302, headers: { location: `${path}/a-1` } }, { status: 307, headers: { location: `${path}/a-1` } });
    const client = server.connect();
    assert.equal((await client.createJob('geometry', query)).id, 'a-1');
    await assert.rejects(client.createJob('geometry', query), { code: 'SOIL_RESPONSE', message: /a redirect \(307\)/ });
    assert.equal(server.calls.length, 2);
  });

  it('4.7 and 4.8 the status of a job', async () => {
    for (const path of ['soil-data-by-geometry/queries', 'soil-data-by-area-queries']) {
      const headers = { date: 'Thu, 01 Jan 2026 12:00:00 GMT', 'retry-after': '30' };
      server.on(`GET /v1/${path}/a-1`, { headers, body: { actionStatus: 'Completed', description: 'Ready', result: { url: '/files/a.zip' } } });
      const client = server.connect();
      const polled = await client.pollJob(client.jobAddress(`/v1/${path}/a-1`));
      const result = { url: `${server.baseUrl}/files/a.zip` };
      assert.deepEqual(polled, { phase: 'completed', status: 'Completed', description: 'Ready', result, answeredAt: Date.UTC(2026, 0, 1, 12), retryAfter: 30 });
    }
    assert.deepEqual(server.calls.map(({ headers }) => [headers.accept, headers['content-type']]), [['application/ld+json', undefined], ['application/ld+json', undefined]]);
  });

  it('4.6 a job whose address lacks the version is read at its own', async () => {
    server.on('POST /v1/soil-data-by-geometry/queries', { status: 201, body: { Location: '/soil-data-by-geometry/queries/a-1' } });
    server.on('GET /v1/soil-data-by-geometry/queries/a-1', { body: { actionStatus: 'Active' } });
    const client = server.connect();
    assert.equal((await client.pollJob(await client.createJob('geometry', { geometry }))).status, 'Active');
  });

  it('4.7 a job that is not there is SOIL_REQUEST with its status', async () => {
    server.on('GET /v1/soil-data-by-geometry/queries/a-1', { status: 404, body: { title: 'Not Found' } });
    const client = server.connect();
    const url = `${server.baseUrl}/v1/soil-data-by-geometry/queries/a-1`;
    await assert.rejects(client.pollJob(client.jobAddress('a-1')), { code: 'SOIL_REQUEST', cause: { status: 404, method: 'GET', url, detail: 'Not Found' } });
  });

  it('never sends the token to a job address outside the API', async () => {
    const other = await ScriptedService.start();
    try {
      const client = server.connect();
      const url = `${other.baseUrl}/v1/soil-data-by-geometry/queries/a-1`;
      await assert.rejects(client.pollJob({ id: 'a-1', url, kind: 'geometry' }), { code: 'SOIL_CONFIG', message: /The job address is at http:\/\/127\.0\.0\.1:\d+, not at the service's/ });
      assert.throws(() => client.jobAddress(url), { code: 'SOIL_CONFIG' });
      server.on('POST /v1/soil-data-by-geometry/queries', { body: { Location: url } });
      await assert.rejects(client.createJob('geometry', { geometry }), { code: 'SOIL_RESPONSE', message: /the job's address is at/ });
      assert.deepEqual(other.requests, []);
    } finally {
      await other.close();
    }
  });

  it('asks the sandbox for a job at its present port', async () => {
    server.on('GET /v1/soil-data-by-area-queries/a-1', { body: { actionStatus: 'active' } });
    const client = server.connect({ synthetic: true });
    assert.equal((await client.pollJob({ id: 'a-1', url: 'http://127.0.0.1:9/v1/soil-data-by-area-queries/a-1', kind: 'area' })).status, 'active');
  });

  it('sends nothing if the query is malformed', async () => {
    const client = server.connect();
    await assert.rejects(client.spatialFilters({}), { code: 'SOIL_GEOMETRY' });
    await assert.rejects(client.soilData({ geometry: 'POINT (1 2' }), { code: 'SOIL_GEOMETRY' });
    await assert.rejects(client.createJob('area', { geometry, datasets: [0.5] }), { code: 'SOIL_CONFIG' });
    assert.deepEqual(server.requests, []);
  });

  it('uses what can be used of a list, and says in the trace what it left out', async () => {
    const lines: string[] = [];
    server.on('POST /v1/spatial-filters/queries', { body: [{ name: 'no identifier' }, { identifier: 1 }] }, { body: [{ name: 'no identifier' }] });
    const client = server.connect({}, { trace: (line) => lines.push(line) });
    assert.equal((await client.spatialFilters({ geometry })).length, 1);
    assert.ok(lines.some((line) => line.startsWith('read the spatial filters: Left out, as no request can name an entry without a numeric identifier: 1 of 2 entries.')), lines.join('\n'));
    await assert.rejects(client.spatialFilters({ geometry }), { code: 'SOIL_RESPONSE', message: /holds 1 entry, none with a numeric identifier/ });
  });

  it('asks for a token with the audience of the specification, or that of the settings', async () => {
    server.on('GET /v1/datasets', { body: [] }, { body: [] });
    await server.connect().allDatasets();
    await server.connect({ audience: 'urn:soil' }).allDatasets();
    const audiences = server.requests.filter((request) => request.path === '/oauth/token').map((request) => new URLSearchParams(request.body).get('audience'));
    assert.deepEqual(audiences, [`${server.baseUrl}/`, 'urn:soil']);
  });

  it('is the same service for the same base URL and client, and reveals neither', () => {
    const identity = (settings: object): string => server.connect(settings).identity;
    assert.equal(identity({}), identity({ clientSecret: 'other', baseUrl: `${server.baseUrl}/v1/`, timeout: 9 }));
    assert.notEqual(identity({}), identity({ clientId: 'other' }));
    assert.notEqual(identity({}), identity({ baseUrl: `${server.baseUrl}/soil` }));
    assert.match(identity({}), /^[0-9a-f]{32}$/);
    assert.equal(server.connect({}, { identity: 'sandbox one' }).identity, 'sandbox one');
  });

  it('lets other work have its turn while the text of a large area is checked', async () => {
    const corners = Array.from({ length: 20_000 }, (_, i) => `${i / 1000} 50`);
    const wrong = { geometry: `POLYGON ((${corners.join(', ')}, 5 91))` };
    for (const call of ['spatialFilters', 'soilProperties', 'datasets', 'soilData'] as const) {
      const turns = await onSlowMachine(() => turnsDuring(() => assert.rejects(server.connect()[call](wrong), /91/)));
      assert.ok(turns > 20, `${call}: ${turns} turns`);
    }
    const turns = await onSlowMachine(() => turnsDuring(() => assert.rejects(server.connect().createJob('geometry', wrong), /91/)));
    assert.ok(turns > 20, `createJob: ${turns} turns`);
  });

  it('reports every wait', async () => {
    server.on('GET /v1/datasets', { status: 503 }, { body: [] });
    const waits: unknown[] = [];
    await server.connect({}, { random: () => 0 }).allDatasets({ flow: 'mine', onDelay: ({ reason }) => waits.push(reason) });
    assert.deepEqual(waits, ['retry']);
  });

  it('asks no more often than the settings allow, where 0 means no limit', async () => {
    server.on('GET /v1/datasets', { body: [] }, { body: [] });
    for (const [requestsPerSecond, least, most] of [[0.01, 99_900, Infinity], [0, 0, 99_000]] as const) {
      const clock = new PatientClock(1000);
      // Two requests, since the one for the token counts.
      await server.connect({ requestsPerSecond, timeout: 600 }, { clock }).allDatasets();
      const passed = clock.monotonic();
      assert.ok(passed >= least && passed < most, `${passed} ms at ${requestsPerSecond} a second`);
    }
  });

  it('expects the server name of the settings at its own host, not where it signs in', async () => {
    const authority = new CertificateAuthority();
    const [api, login] = await Promise.all(['api.example', 'localhost'].map((name) => ScriptedService.start(makeCertificate({ names: [name], issuer: authority }))));
    try {
      api!.on('GET /v1/datasets', { body: { type: 'DataCatalog', DataSet: [] } });
      const settings = { authUrl: login!.baseUrl.replace('127.0.0.1', 'localhost'), tls: { ca: authority.cert, servername: 'api.example' } };
      assert.deepEqual((await api!.connect(settings).allDatasets()).datasets, []);
      assert.equal(login!.tokens, 1);
    } finally {
      await api!.close();
      await login!.close();
    }
  });

  it('trusts the certificates of the settings, and no others', async () => {
    const certificate = makeCertificate({ names: ['127.0.0.1'] });
    const secured = await ScriptedService.start(certificate);
    try {
      secured.on('GET /v1/datasets', { body: [] });
      assert.deepEqual((await secured.connect({ tls: { ca: certificate.cert } }).allDatasets()).datasets, []);
      await assert.rejects(secured.connect().allDatasets(), { code: 'SOIL_UNAVAILABLE' });
      assert.equal(secured.calls.length, 1);
    } finally {
      await secured.close();
    }
  });

  it('goes through the proxy of the settings', async () => {
    const proxied = server.connect({ proxy: { url: 'http://127.0.0.1:9', noProxy: [] }, timeout: 0.2 });
    await assert.rejects(proxied.allDatasets(), { code: 'SOIL_UNAVAILABLE' });
    assert.deepEqual(server.requests, []);
  });

  it('ends at once, with the reason of the signal', async () => {
    const reason = new Error('stopped');
    await assert.rejects(server.connect().allDatasets({ signal: AbortSignal.abort(reason) }), reason);
    assert.deepEqual(server.calls, []);
  });
});
