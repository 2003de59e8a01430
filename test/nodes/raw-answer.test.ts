import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const query = { geometry: 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))' };
const feed = { dataFeedElement: [{ item: [{ name: 'Property', value: 'pH' }, { name: 'Value', value: 6 }, { name: 'Dataset', value: 'Survey' }] }] };

describe('The raw output of soil-data', () => {
  let flow: RunningFlow | undefined;
  let service: ServiceStandIn | undefined;
  afterEach(async () => {
    await flow?.stop();
    await service?.stop();
    flow = service = undefined;
  });

  async function start(answer: unknown, output: string): Promise<RunningFlow> {
    service = await ServiceStandIn.start((_request, response) => sendJson(response, 200, answer));
    const data = { id: 'data', type: 'soil-data', service: 'svc', output, wires: [['out']] };
    flow = await RunningFlow.start([service.configuration(), data, { id: 'out', type: 'helper' }], { credentials });
    flow.send('data', { soil: { query } });
    return flow;
  }

  /** Statuses come a moment after the message where several follow each other. */
  async function shows(status: object): Promise<void> {
    while (!isDeepStrictEqual(flow?.statuses('data').at(-1), status)) await setTimeout(20);
  }

  for (const answer of [{}, 'words', 7, null, { values: [1, 2] }, [{ a: 1 }], feed]) {
    it(`is the JSON of the service, whatever its shape: ${JSON.stringify(answer).slice(0, 30)}`, async () => {
      const { payload, soil } = await (await start(answer, 'raw')).message('out');
      assert.deepEqual(payload, answer);
      assert.equal(soil?.source?.datasets.length, answer === feed ? 1 : 0);
      const count = answer === feed ? '1 record' : 'answered';
      await shows({ fill: 'green', shape: 'dot', text: count });
    });
  }

  it('says "no data" of a feed that is empty', async () => {
    assert.deepEqual((await (await start({ dataFeedElement: [] }, 'raw')).message('out')).payload, { dataFeedElement: [] });
    await shows({ fill: 'yellow', shape: 'ring', text: 'no data' });
  });

  it('is not what records are made of: an answer without any is an error there', async () => {
    assert.equal((await (await start({ values: [1, 2] }, 'records')).error()).error.code, 'SOIL_RESPONSE');
  });
});
