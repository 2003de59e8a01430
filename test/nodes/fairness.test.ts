import assert from 'node:assert/strict';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const FLOOD = 150;
const FEW = 5;

describe('Several nodes on one service', () => {
  let service: ServiceStandIn;
  let flow: RunningFlow;

  beforeEach(async () => {
    service = await ServiceStandIn.start((_request, response) => sendJson(response, 200, { type: 'ItemList', items: [] }));
    const discover = (id: string): { id: string; type: string } => ({ id, type: 'soil-discover', service: 'svc', resource: 'spatial-filters', select: 'none', wires: [[`${id}-out`]] }) as never;
    flow = await RunningFlow.start(
      [
        service.configuration({ requestsPerSecond: 200, maxConcurrent: 4, timeout: 20 }),
        ...['flooding', 'modest'].flatMap((id) => [discover(id), { id: `${id}-out`, type: 'helper' }]),
      ],
      { credentials },
    );
  });
  afterEach(async () => {
    await flow.stop();
    await service.stop();
  });

  it('take turns within its limit: one that floods does not starve another', async () => {
    for (let at = 0; at < FLOOD; at++) flow.send('flooding', { soil: { query: { geometry: `POINT (1 ${at / 10})` } } });
    await flow.message('flooding-out', 5);
    for (let at = 0; at < FEW; at++) flow.send('modest', { soil: { query: { geometry: `POINT (2 ${at / 10})` } } });
    await flow.message('flooding-out', FLOOD - 1);

    const order = service.requests.filter(({ path }) => path.endsWith('/queries')).map(({ body }) => (body.includes('POINT (2') ? 'modest' : 'flooding'));
    assert.equal(order.length, FLOOD + FEW);
    const first = order.indexOf('modest');
    const last = order.lastIndexOf('modest');
    // By turns, each of the few lets one of the other go first; those that were let through already come on top.
    assert.ok(last - first <= 2 * FEW + 4, `the few took the places ${first} to ${last} of ${order.length}`);
    assert.ok(last < FLOOD / 2, `the last of the few had place ${last}`);
    assert.equal(flow.messages('modest-out').length, FEW);
  });
});
