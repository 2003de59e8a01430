import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { RunningFlow, type FlowNode } from './flow';

describe('A message that is refused while a deploy stops its node and the Catch node', () => {
  let sandbox: Sandbox;
  let flow: RunningFlow | undefined;

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
  });

  const refused: [node: string, what: string, message: object, code: string][] = [
    ['submit', 'an area that cannot be read', { soil: { query: { geometry: 'POLYGON ((0 0' } } }, 'SOIL_GEOMETRY'],
    ['wait', 'no job', { payload: '' }, 'SOIL_CONFIG'],
  ];
  for (const [node, what, message, code] of refused) {
    it(`is told of once, after the deploy: ${what}, in soil-${node}`, async () => {
      const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
      const nodes: FlowNode[] = [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl, authUrl },
        { id: 'submit', type: 'soil-submit', service: 'svc', wires: [[]] },
        { id: 'wait', type: 'soil-wait', service: 'svc', wires: [[], []] },
      ];
      flow = await RunningFlow.start(nodes, { credentials: { svc: { clientId, clientSecret } } });
      flow.send(node, { ...message, topic: 'mine' });
      await flow.deployAll(nodes);
      const caught = await flow.error();
      assert.deepEqual([caught.error.code, caught.error.source.id, (caught as { topic?: string }).topic], [code, node, 'mine']);
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(flow.messages('errors').length, 1);
    });
  }
});
