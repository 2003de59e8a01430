import assert from 'node:assert/strict';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import { RunningFlow } from '../nodes/flow';
import { credentials } from '../nodes/service-stand-in';
import { startScriptedServer } from '../servers/scripted-server';

const MESSAGES = Number(process.env.SOIL_MESSAGES ?? 500);

describe(`Many messages at once (${MESSAGES})`, function () {
  this.timeout(120_000);

  it('are submitted, waited for and handed on, each once, with one token', async () => {
    const server = await startScriptedServer();
    let jobs = 0;
    const created: Parameters<typeof server.always>[1] = { status: 201 };
    created.before = () => void (created.body = { Location: `${BY_GEOMETRY}/job-${++jobs}` });
    server.always(TOKEN_ROUTE, goodToken('token'));
    server.always(`POST ${BY_GEOMETRY}`, created);
    server.always(`GET ${BY_GEOMETRY}/*`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip?signature=x` } } });
    const flow = await RunningFlow.start(
      [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, timeout: 600, requestsPerSecond: 0, maxConcurrent: 64 },
        { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['wait']] },
        { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.1, maxPoll: 1, wires: [['count'], []] },
        { id: 'count', type: 'counted', wires: [] },
      ],
      { credentials, modules: [countingNode] },
    );
    try {
      for (let index = 0; index < MESSAGES; index++) flow.send('submit', { soil: { query: { geometry: `POINT (${index % 180} ${Math.floor(index / 180)})` } }, topic: index });
      const due = Date.now() + 100_000;
      while (seen.size < MESSAGES && Date.now() < due) await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(seen.size, MESSAGES);
      assert.deepEqual([...seen.values()].filter((times) => times !== 1), []);
      assert.equal(jobs, MESSAGES);
      assert.equal(server.requests.filter(({ path }) => path === '/oauth/token').length, 1);
      assert.deepEqual(flow.messages('errors'), []);
    } finally {
      await flow.stop();
      await server.close();
    }
  });
});

const seen = new Map<unknown, number>();

/** Counts what reaches it, by topic: the helper's own nodes keep every message. */
function countingNode(RED: import('node-red').NodeAPI): void {
  RED.nodes.registerType('counted', function (this: import('node-red').Node, config: import('node-red').NodeDef) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, _send, done) => {
      const { topic } = msg as { topic?: unknown };
      seen.set(topic, (seen.get(topic) ?? 0) + 1);
      done();
    });
  });
}
