import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { buildZip } from '../archive/zip-builder';
import { until } from '../time/until';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

describe('Output 2, wired back', () => {
  let flow: RunningFlow | undefined;
  let service: ServiceStandIn | undefined;
  afterEach(async () => {
    await flow?.stop();
    await service?.stop();
  });

  /** Starts a flow in which the job is completed at its fourth poll. */
  async function start(nodes: FlowNode[]): Promise<RunningFlow> {
    let polls = 0;
    service = await ServiceStandIn.start((_, response) => {
      const result = { url: 'https://files.example.com/a.zip' };
      sendJson(response, 200, ++polls < 4 ? { actionStatus: 'Active' } : { actionStatus: 'Completed', result });
    });
    return (flow = await RunningFlow.start([service.configuration(), { id: 'out', type: 'helper' }, ...nodes], { credentials }));
  }

  /** Each poll is told once, and the job comes out once. */
  async function fourRefused(running: RunningFlow): Promise<void> {
    const came = () => ['errors', 'out'].map((id) => running.messages(id).length).join();
    await until(() => came() === '4,1', came);
    await setTimeout(300);
    assert.equal(came(), '4,1');
  }

  const wait = { type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.05 };

  it('of soil-wait, begins no further wait: the job comes out once, and the error names the wire', async () => {
    const running = await start([{ id: 'node', ...wait, wires: [['out'], ['node']] }]);
    running.send('node', { payload: 'first' });
    await fourRefused(running);
    const { error } = await running.error();
    assert.equal(error.code, 'SOIL_CONFIG');
    assert.match(error.message, /^The message is the progress of job first, from output 2 of soil-wait, .* Remove the wire/);
  });

  it('of soil-wait, begins no further wait in another node either', async () => {
    const running = await start([
      { id: 'node', ...wait, wires: [['out'], ['other']] },
      { id: 'other', ...wait, wires: [['out'], ['node']] },
    ]);
    running.send('node', { payload: 'first' });
    await fourRefused(running);
  });

  it('of soil-wait, begins no further wait if it comes when the job is completed, as through a delay node', async () => {
    const running = await start([{ id: 'late', type: 'helper' }, { id: 'node', ...wait, wires: [['out'], ['late']] }]);
    running.node('late').on('input', (msg) => void running.message('out').then(() => running.send('node', msg)));
    running.send('node', { payload: 'first' });
    await fourRefused(running);
  });

  it('of soil-wait, begins a wait if no node waits for the job: the progress came from another Node-RED', async () => {
    const running = await start([{ id: 'node', ...wait, wires: [['out']] }]);
    const payload = { id: 'first', status: 'Active', description: '', polls: 3, elapsed: 9, next: 5 };
    running.send('node', { payload, soil: { job: { id: 'first' } } });
    assert.equal((await running.message('out')).payload, 'https://files.example.com/a.zip');
  });

  it('of soil-wait, is told apart from a copy of msg.soil.job, for which a second message may wait beside the first', async () => {
    const running = await start([{ id: 'late', type: 'helper' }, { id: 'node', ...wait, wires: [['out'], ['late']] }]);
    running.send('node', { payload: 'first' });
    const { soil } = await running.message('late');
    assert.ok((soil?.job?.polls ?? 0) > 0);
    running.send('node', { payload: soil?.job });
    for (const index of [0, 1]) assert.equal((await running.message('out', index)).payload, 'https://files.example.com/a.zip');
  });

  it('of soil-wait, has an error of soil-download or soil-read that names the output', async () => {
    const running = await start([{ id: 'node', ...wait, wires: [['out'], ['download', 'read']] }, { id: 'download', type: 'soil-download', service: 'svc' }, { id: 'read', type: 'soil-read' }]);
    running.send('node', { payload: 'first' });
    await until(() => running.messages('errors').length >= 2, 'both errors');
    const told = Object.fromEntries((running.messages('errors') as CaughtMessage[]).map(({ error }) => [error.source.id, error.message]));
    assert.equal(told.download, 'Job first is not completed, and has no link yet. The message is its progress, from output 2 of soil-wait: connect output 1 to soil-download.');
    assert.equal(told.read, 'The message is progress, from output 2 of soil-wait, and nothing to read: connect output 1 of soil-download to soil-read.');
  });

  it('of soil-download, begins no further download: the file comes out once, and the error names the wire', async () => {
    service = await ServiceStandIn.start((_, response) => response.end(buildZip([{ name: 'a.csv', content: 'value' }])));
    const node = { id: 'node', type: 'soil-download', service: 'svc', wires: [['out'], ['node']] };
    flow = await RunningFlow.start([service.configuration(), { id: 'out', type: 'helper' }, node], { credentials });
    const url = `${service.baseUrl}/files/a.zip`;
    flow.send('node', { payload: url, soil: { job: { id: 'first', result: { url } } } });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_CONFIG');
    assert.match(error.message, /^The message is the progress of a download, .* Remove the wire/);
    await setTimeout(700);
    assert.deepEqual(['errors', 'out'].map((id) => flow?.messages(id).length), [1, 1]);
  });
});
