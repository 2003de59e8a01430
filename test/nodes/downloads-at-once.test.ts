import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { zipOf } from '../download/download-scenario';
import { until } from '../time/until';
import { RunningFlow } from './flow';
import { credentials, ServiceStandIn } from './service-stand-in';

const zip = zipOf(500);

describe('Downloads at once', () => {
  let service: ServiceStandIn;
  let flow: RunningFlow;
  /** Asked for, and not answered yet. */
  let open: ServerResponse[];
  let most: number;
  /** Whether the storage answers by itself, a moment after it was asked. */
  let answers: boolean;

  beforeEach(async () => {
    open = [];
    most = 0;
    answers = true;
    service = await ServiceStandIn.start((_request, response) => {
      most = Math.max(most, open.push(response));
      if (answers) setTimeout(answer, 2);
    });
  });
  afterEach(async () => {
    await flow.stop();
    await service.stop();
  });

  /** Answers the request that has waited longest. */
  function answer(): void {
    const response = open.shift();
    if (response?.req.url?.startsWith('/gone')) response.writeHead(404).end();
    else response?.writeHead(200, { 'content-length': zip.length, etag: '"1"' }).end(zip);
  }

  async function start(maxConcurrent: number, ids: string[], settings: object = {}): Promise<void> {
    const nodes = ids.flatMap((id) => [
      { id, type: 'soil-download', service: 'svc', filename: `${id}.zip`, exists: 'replace', ...settings, wires: [[`${id}-out`], []] },
      { id: `${id}-out`, type: 'helper' },
    ]);
    flow = await RunningFlow.start([service.configuration({ maxConcurrent, timeout: 20 }), ...nodes], { credentials });
  }

  const send = (id: string, name = `${id}.zip`): void => flow.send(id, { payload: `${service.baseUrl}/${name}` });
  const asked = (): string[] => service.requests.map(({ path }) => path.slice(1));
  const isQueued = (id: string): boolean => isDeepStrictEqual(flow.statuses(id).at(-1), { fill: 'grey', shape: 'ring', text: 'queued' });

  for (const to of ['file', 'buffer']) {
    it(`are as many as the service's setting allows, however many messages come, all with one name (to a ${to})`, async () => {
      answers = false;
      await start(3, ['download'], { to });
      for (let message = 0; message < 130; message++) send('download');
      await until(() => open.length === 3, 'three are under way');
      await until(() => isQueued('download'), 'the others are queued');
      answers = true;
      for (let held = 0; held < 3; held++) answer();
      await flow.message('download-out', 129);
      assert.equal(most, 3);
      assert.deepEqual(flow.messages('errors'), []);
    });
  }

  it('take turns between the nodes: one that floods does not starve another', async () => {
    answers = false;
    await start(1, ['flooding', 'modest']);
    for (let message = 0; message < 20; message++) send('flooding');
    await until(() => open.length === 1, 'the first is under way');
    for (let message = 0; message < 2; message++) send('modest');
    await until(() => isQueued('modest'), 'the other is queued');
    answers = true;
    answer();
    await flow.message('flooding-out', 19);
    assert.deepEqual(asked().slice(0, 5).sort(), ['flooding.zip', 'flooding.zip', 'flooding.zip', 'modest.zip', 'modest.zip']);
  });

  it('that fail make room', async () => {
    await start(1, ['download']);
    for (const name of ['gone-1.zip', 'gone-2.zip', 'good.zip']) send('download', name);
    await until(() => flow.messages('download-out').length === 1 && flow.messages('errors').length === 2, 'each has its outcome');
    assert.deepEqual(asked(), ['gone-1.zip', 'gone-2.zip', 'good.zip']);
  });

  it('are shown as soon as they begin: neither the file before nor the queue is shown any longer', async () => {
    const asking = { fill: 'blue', shape: 'dot', text: 'asking' };
    await start(1, ['first', 'second']);
    send('first');
    await until(() => flow.statuses('first').at(-1)?.fill === 'green', 'the file before is there');
    answers = false;
    send('first');
    await flow.shows('first', asking);
    await until(() => open.length === 1, 'the first is under way');
    send('second');
    await until(() => isQueued('second'), 'the second is queued');
    answer();
    await flow.shows('second', asking);
  });

  it('that were waiting are not started by a node that has closed', async () => {
    answers = false;
    await start(1, ['first', 'second']);
    send('first');
    await until(() => open.length === 1, 'the first is under way');
    send('second');
    await until(() => isQueued('second'), 'the second is queued');
    await flow.node('second').close(false);
    answer();
    await flow.message('first-out');
    send('first');
    await until(() => open.length === 1, 'there is a place again');
    assert.deepEqual(asked(), ['first.zip', 'first.zip']);
  });

  it('make room when their node is closed', async () => {
    answers = false;
    await start(1, ['first', 'second']);
    send('first');
    await until(() => open.length === 1, 'the first is under way');
    send('second');
    await until(() => isQueued('second'), 'the second is queued');
    await flow.node('first').close(false);
    await until(() => open.length === 2, 'the second is under way');
    assert.deepEqual(asked(), ['first.zip', 'second.zip']);
  });
});
