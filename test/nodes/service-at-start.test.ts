import assert from 'node:assert/strict';
import { RunningFlow, type FlowNode } from './flow';

const SERVICE = { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' };
const NODES: FlowNode[] = [
  { id: 'area', type: 'soil-area', areaType: 'wkt', area: 'POINT (5.6 52)', wires: [['out']] },
  { id: 'out', type: 'helper' },
];
const CREDENTIALS = { svc: { clientId: 'me', clientSecret: 'mine' } };

describe('A soil service whose settings are not usable', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  /** What the log says of the service before anything is asked for: a message of a node that asks nobody has come through. */
  async function logged(nodes: FlowNode[], credentials: object = {}): Promise<string[]> {
    flow = await RunningFlow.start([...NODES, ...nodes], { credentials });
    flow.send('area', {});
    await flow.message('out');
    return flow.logged().filter((line) => line.includes('soil service'));
  }
  const submit = { id: 'submit', type: 'soil-submit', service: 'svc' };
  const wait = { id: 'wait', type: 'soil-wait', service: 'svc' };

  it('says so at the start, once, and not when the first message comes: an imported flow has no credentials', async () => {
    const missing = 'The setting "Client id" of the soil service is empty: fill in the client id that the service gave you.';
    assert.deepEqual(await logged([SERVICE, submit, wait]), [missing]);
    assert.deepEqual(flow.messages('errors'), []);
  });

  for (const setting of [{ clientSecret: 'canary' }, { clientId: 'canary' }]) {
    it(`says so if its secret is not a credential, which Node-RED would show to anyone who gets the flow: ${Object.keys(setting).join()}`, async () => {
      const lines = await logged([{ ...SERVICE, ...setting }, submit], CREDENTIALS);
      assert.match(lines.join(), /^The soil service has its client id or secret among its other settings, (?!.*canary).*: move both into "credentials"/);
    });
  }

  it('does not take an empty text in the flow for one of its credentials', async () => {
    assert.deepEqual(await logged([{ ...SERVICE, clientId: '', clientSecret: '' }, submit], CREDENTIALS), []);
  });

  it('says so if an environment variable is not set', async () => {
    const [line, ...others] = await logged([{ ...SERVICE, baseUrl: '${NOBODY_SET_THIS}' }, submit], CREDENTIALS);
    assert.match(line ?? '', /"Service URL" of the soil service takes the environment variable NOBODY_SET_THIS, which is not set/);
    assert.deepEqual(others, []);
  });

  it('says so after a deploy', async () => {
    assert.deepEqual(await logged([SERVICE, submit], CREDENTIALS), []);
    await flow.deployModified([...NODES, { ...SERVICE, baseUrl: 'api' }, submit]);
    flow.send('area', {});
    await flow.message('out', 1);
    assert.equal(flow.logged().filter((line) => line.includes('"Service URL" of the soil service')).length, 1);
  });

  it('says nothing if it is complete, a sandbox, or used by no node', async () => {
    const sandbox = { id: 'invented', type: 'soil-service', mode: 'sandbox' };
    const unused = { ...SERVICE, id: 'unused' };
    assert.deepEqual(await logged([SERVICE, sandbox, unused, submit, { ...wait, service: 'invented' }], CREDENTIALS), []);
  });
});
