import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { until } from '../time/until';
import { RunningFlow } from './flow';
import { oneNode } from './one-node';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const soil = { query: { geometry: 'POINT (5.6 51.9)' } };

describe('The status of a node whose request does not go on at once', () => {
  const start = oneNode();

  for (const [type, working, status, headers, delay] of [
    ['soil-data', 'asking', 503, {}, 'fails, retry in n s'],
    ['soil-discover', 'asking', 503, {}, 'fails, retry in n s'],
    ['soil-submit', 'submitting', 429, { 'retry-after': '1' }, 'limit · n s'],
  ] as const) {
    it(`is what ${type} does again, once that is sent again after a ${status}, however long the answer takes`, async () => {
      const tries: ServerResponse[] = [];
      const { flow } = await start(type, { resource: 'datasets' }, (_, response) => {
        if (tries.push(response) === 1) sendJson(response, status, {}, headers);
      });
      flow.send('node', { soil });
      await until(() => tries.length === 2, 'the second try');
      // A status comes a tenth of a second after the one before.
      await setTimeout(300);
      const seen = flow.statuses('node').map(({ fill, text }) => `${fill} ${text.replace(/\d+ s/, 'n s')}`);
      assert.deepEqual(seen, [`blue ${working}`, `yellow ${delay}`, `blue ${working}`]);
      sendJson(tries[1]!, 400, {});
      await flow.shows('node', { fill: 'red', shape: 'ring', text: 'request refused' });
    });
  }

  it('is what the node does again, once it is its turn', async () => {
    const asked: ServerResponse[] = [];
    const service = await ServiceStandIn.start((_, response) => void asked.push(response));
    const nodes = [service.configuration({ requestsPerSecond: 0.5 }), ...['node', 'other'].map((id) => ({ id, type: 'soil-data', service: 'svc', wires: [[]] }))];
    const flow = await RunningFlow.start(nodes, { credentials });
    try {
      for (const id of ['other', 'node']) flow.send(id, { soil });
      await until(() => asked.length === 2, 'both requests');
      await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'asking' });
      assert.deepEqual(flow.statuses('node').map(({ text }) => text), ['asking', 'queued', 'asking']);
      for (const response of asked) sendJson(response, 400, {});
      for (const id of ['other', 'node']) await flow.shows(id, { fill: 'red', shape: 'ring', text: 'request refused' });
    } finally {
      await flow.stop();
      await service.stop();
    }
  });
});
