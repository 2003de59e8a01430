import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { RunningFlow, type CaughtMessage, type FlowNode } from '../nodes/flow';
import { credentials } from '../nodes/service-stand-in';
import { requireOfNodeRed, root } from '../runtime/node-red-under-test';
import { freePort } from '../servers/free-port';
import { until } from '../time/until';

const coreNodes = ['10-function', '89-delay'].map((name) => requireOfNodeRed(`@node-red/nodes/core/function/${name}.js`) as (RED: NodeAPI) => void);

/** Node-RED drops a message at its tenth failure in one node: no Catch node gets it. */
const DROPPED_AT = 10;

describe('The MQTT dispatcher, while the service is down', () => {
  let flow: RunningFlow | undefined;
  afterEach(() => flow?.stop());

  it('submits a field again, however often that has failed', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const service = { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: nowhere, authUrl: nowhere, timeout: 0.05 };
    const example = JSON.parse(await readFile(path.join(root, 'examples', 'mqtt dispatcher.json'), 'utf8')) as FlowNode[];
    const nodes = example.flatMap((node): FlowNode[] => {
      if (node.type === 'delay') return [{ ...node, z: 'tab', timeout: '1', timeoutUnits: 'milliseconds', rate: '100' }];
      if (node.type === 'function') return [{ ...node, z: 'tab' }];
      return ['soil-area', 'soil-submit'].includes(node.type) ? [{ ...node, z: 'tab', service: 'svc' }] : [];
    });
    const named = (name: string): string => nodes.find((node) => node.name === name)?.id ?? '';
    flow = await RunningFlow.start([service, ...nodes], { credentials, modules: coreNodes });
    const codes: (string | undefined)[] = [];
    flow.node('errors').on('input', (msg) => {
      codes.push((msg as CaughtMessage).error.code);
      // Like the Catch node of the example.
      flow?.send(named('once more or not'), msg);
    });

    flow.send(named('each field once'), { topic: 'soil/fields/north', payload: JSON.stringify({ area: 'POINT (5.6 52)' }) });
    await until(() => codes.length > DROPPED_AT, () => `it was caught ${codes.length} times`);
    assert.deepEqual([...new Set(codes)], ['SOIL_UNAVAILABLE']);
  });
});
