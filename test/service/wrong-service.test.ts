import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import type { SoilService } from '../../src/service/soil-service';
import { ScriptedService } from './scripted-service';

const query = { geometry: 'POINT (10 50)' };
const CALLS: Record<string, (client: SoilService) => Promise<unknown>> = {
  spatialFilters: (client) => client.spatialFilters(query),
  soilProperties: (client) => client.soilProperties(query),
  datasets: (client) => client.datasets(query),
  allDatasets: (client) => client.allDatasets(),
  dataset: (client) => client.dataset(1),
  soilData: (client) => client.soilData(query),
  createJob: (client) => client.createJob('geometry', query),
  pollJob: (client) => client.pollJob(client.jobAddress('a-1')),
};
const OPERATIONS = [
  'POST /v1/spatial-filters/queries',
  'POST /v1/soil-properties/queries',
  'POST /v1/datasets/queries',
  'GET /v1/datasets',
  'GET /v1/datasets/1',
  'POST /v1/soil-data-by-geometry',
  'POST /v1/soil-data-by-geometry/queries',
  'GET /v1/soil-data-by-geometry/queries/a-1',
];

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(() => undefined, (reason: unknown) => reason);
}

describe('a server that is not the service', () => {
  let server: ScriptedService;
  beforeEach(async () => {
    server = await ScriptedService.start();
  });
  afterEach(() => server.close());

  const wrong: [name: string, reply: { status?: number; headers?: Record<string, string>; body?: unknown }][] = [
    ['an HTML page', { headers: { 'content-type': 'text/html' }, body: '<html><title>Sign in</title></html>' }],
    ['an HTML page called JSON', { body: '<!doctype html><p>Sign in' }],
    ['nothing', { status: 204 }],
    ['an empty body', { body: '' }],
    ['cut JSON', { body: '{"items":[{"identifier":1' }],
    ['JSON 100,000 levels deep', { body: '['.repeat(100_000) + ']'.repeat(100_000) }],
  ];
  for (const [name, reply] of wrong) {
    it(`and answers every call with ${name} makes each end in SOIL_RESPONSE`, async () => {
      for (const operation of OPERATIONS) server.on(operation, reply);
      const client = server.connect();
      for (const [call, make] of Object.entries(CALLS)) {
        const error = await errorOf(make(client));
        assert.ok(isSoilError(error, 'SOIL_RESPONSE'), `${call}: ${String(error)}`);
        assert.match(error.message, /^Could not /);
      }
      assert.deepEqual(server.unused, []);
    });
  }

  const foreign: [name: string, body: unknown][] = [
    ['an object of another kind', { hello: 'world' }],
    ['a text', '"hello"'],
    ['null', 'null'],
  ];
  for (const [name, body] of foreign) {
    it(`and answers with ${name} is understood only by the pass-through of soil data`, async () => {
      for (const operation of OPERATIONS) server.on(operation, { body });
      const client = server.connect();
      for (const [call, make] of Object.entries(CALLS)) {
        if (call === 'soilData' || (call === 'createJob' && body === '"hello"')) continue;
        assert.ok(isSoilError(await errorOf(make(client)), 'SOIL_RESPONSE'), call);
      }
    });
  }

  it('and answers everything with an HTML page, even the token request, causes an error that says so', async () => {
    server.always({ headers: { 'content-type': 'text/html' }, body: '<html><title>Sign in</title></html>' });
    const client = server.connect();
    for (const [call, make] of Object.entries(CALLS)) {
      const error = await errorOf(make(client));
      assert.ok(isSoilError(error, 'SOIL_RESPONSE', 'SOIL_AUTH'), `${call}: ${String(error)}`);
    }
  });
});

describe('a service that sends hostile text', () => {
  it('gets it through as text, with no prototype touched', async () => {
    const server = await ScriptedService.start();
    try {
      const payloads = ['<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', 'javascript:alert(1)', '{{constructor.constructor("alert(1)")()}}'];
      const items = payloads.map((text, index) => `{"identifier":${index},"name":${JSON.stringify(text)},"url":${JSON.stringify(text)},"description":${JSON.stringify(`${text}<script>alert(1)</script>`)},"__proto__":{"polluted":1}}`);
      server.on('GET /v1/datasets', { body: `{"DataSet":[${items.join(',')}],"__proto__":{"polluted":1}}` });
      const { datasets } = await server.connect().allDatasets();
      assert.deepEqual(datasets.map((dataset) => dataset.name), payloads);
      assert.deepEqual(datasets.map((dataset) => dataset.description), ['', '">', 'javascript:alert(1)', payloads[3]]);
      assert.deepEqual(datasets.map((dataset) => dataset.url), [undefined, undefined, undefined, undefined]);
      assert.ok(datasets.every((dataset) => Object.getPrototypeOf(dataset) === Object.prototype));
      assert.equal(({} as { polluted?: number }).polluted, undefined);
    } finally {
      await server.close();
    }
  });
});
