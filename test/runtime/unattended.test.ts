import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { AREA } from './job-flow';
import { NodeRedProcess } from './node-red-process';
import { root } from './node-red-under-test';

describe('A Node-RED without an editor (docs/unattended.md)', function () {
  this.timeout(120_000);
  let sandbox: Sandbox;
  let nodeRed: NodeRedProcess | undefined;
  before(async () => {
    sandbox = await startSandbox({});
  });
  afterEach(async () => {
    await nodeRed?.remove();
    nodeRed = undefined;
  });
  after(() => sandbox.close());

  const node = (id: string, type: string, wires: string[], more: object = {}): object => ({ id, type, z: 'tab', x: 1, y: 1, wires: [wires], ...more });

  /** Answers the request with the error. */
  const failures = (z: string): object[] => [
    node('catch', 'catch', ['reason'], { z, scope: null }),
    node('reason', 'change', ['failed'], { z, rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'error.message', tot: 'msg' }] }),
    node('failed', 'http response', [], { z, statusCode: '500' }),
  ];

  it('takes all settings and the credentials from environment variables', async () => {
    const text = await readFile(path.join(root, 'docs', 'unattended.md'), 'utf8');
    const [, shown = ''] = /```json\n(.*)\n```/.exec(text) ?? [];
    const credentials = JSON.parse(shown) as Record<string, { clientId: string; clientSecret: string }>;
    const [service = ''] = Object.keys(credentials);
    nodeRed = await NodeRedProcess.start({
      credentials,
      settings: { httpAdminRoot: false },
      env: {
        ...{ SOIL_MODE: 'service', SOIL_URL: sandbox.baseUrl, SOIL_TOKEN_URL: sandbox.authUrl, SOIL_LIMIT: '50', SOIL_REUSE: 'false' },
        ...{ SOIL_CLIENT_ID: sandbox.clientId, SOIL_CLIENT_SECRET: sandbox.clientSecret },
      },
      flow: [
        { id: 'tab', type: 'tab', label: 'unattended' },
        { id: service, type: 'soil-service', mode: '${SOIL_MODE}', baseUrl: '${SOIL_URL}', authUrl: '${SOIL_TOKEN_URL}', requestsPerSecond: '${SOIL_LIMIT}' },
        node('in', 'http in', ['area'], { url: '/job', method: 'get' }),
        node('area', 'soil-area', ['submit'], { area: AREA, areaType: 'wkt' }),
        node('submit', 'soil-submit', ['answer'], { service, reuse: '${SOIL_REUSE}' }),
        node('answer', 'http response', []),
        ...failures('tab'),
      ],
    });
    const { status, text: answer } = await nodeRed.get('/job');
    assert.equal(status, 200, answer);
    assert.ok((JSON.parse(answer) as { url: string }).url.startsWith(sandbox.baseUrl));
    assert.equal((await nodeRed.get('/soil-data/jobs')).status, 404);
  });

  it('runs the flow of docs/settings.md, once it is deployed', async () => {
    const text = await readFile(path.join(root, 'docs', 'settings.md'), 'utf8');
    const [, shown = ''] = /```json\n(.*?)\n```/s.exec(text) ?? [];
    const flow = JSON.parse(shown) as { id: string; type: string; wires?: string[][] }[];
    for (const one of flow) {
      if (one.type === 'soil-service') Object.assign(one, { baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl });
      if (one.id === 'submit') one.wires?.[0]?.push('answer');
    }
    nodeRed = await NodeRedProcess.start({ flow: [], env: { SOIL_CLIENT_ID: sandbox.clientId, SOIL_CLIENT_SECRET: sandbox.clientSecret } });
    const [tab = ''] = flow.filter(({ type }) => type === 'tab').map(({ id }) => id);
    await nodeRed.deployAndStart([
      ...flow,
      node('in', 'http in', ['area'], { z: tab, url: '/job', method: 'get' }),
      node('area', 'soil-area', ['submit'], { z: tab, area: AREA, areaType: 'wkt' }),
      node('answer', 'http response', [], { z: tab }),
      ...failures(tab),
    ]);
    const { status, text: answer } = await nodeRed.get('/job');
    assert.equal(status, 200, answer);
    assert.ok((JSON.parse(answer) as { url: string }).url.startsWith(sandbox.baseUrl));
  });
});
