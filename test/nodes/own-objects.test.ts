import assert from 'node:assert/strict';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { buildZip } from '../archive/zip-builder';
import type { ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow } from './flow';
import { JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

const query = { geometry: 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))' };

/** The places of objects that one message has in common with another. */
function shared(messages: SoilMessage[]): string[] {
  const places = new Map<object, string>();
  return messages.flatMap((message, index) => {
    const found = [...objectsIn(message.soil, 'soil')];
    const others = found.filter(([one]) => places.has(one)).map(([one, place]) => `${places.get(one)} = ${index} ${place}`);
    for (const [one, place] of found) places.set(one, `${index} ${place}`);
    return others;
  });
}

function* objectsIn(value: unknown, place: string): Generator<[object, string]> {
  if (typeof value !== 'object' || value === null) return;
  yield [value, place];
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${place}.${key}`);
}

describe('A message', () => {
  let server: ScriptedServer;
  let flow: RunningFlow | undefined;
  beforeEach(async () => {
    server = await jobServer();
  });
  afterEach(async () => {
    await flow?.stop();
    await server.close();
  });

  it('has a job of its own, whatever the flow does with the progress or with another message of that job', async () => {
    server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    flow = await RunningFlow.start(
      [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin },
        { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
        { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.1, maxPoll: 0.1, wires: [['link'], ['progress']] },
        { id: 'link', type: 'helper' },
        { id: 'progress', type: 'helper' },
      ],
      { credentials },
    );
    flow.send('submit', { soil: { query } });
    flow.send('submit', { soil: { query } });
    await flow.message('link', 1);
    assert.equal(flow.messages('progress').length, 2);
    assert.deepEqual(shared([...flow.messages('link'), ...flow.messages('progress')]), []);
  });

  it('has a job of its own if several requests at once are answered with one finished job', async () => {
    const result = { url: `${server.origin}/file.zip`, expires: new Date(Date.now() + 3_600_000).toISOString() };
    server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result } });
    flow = await RunningFlow.start(
      [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin },
        { id: 'first', type: 'soil-submit', service: 'svc', wires: [['wait']] },
        { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.1, wires: [['link']] },
        { id: 'link', type: 'helper' },
        { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['job']] },
        { id: 'job', type: 'helper' },
      ],
      { credentials },
    );
    flow.send('first', { soil: { query } });
    await flow.message('link');
    for (let request = 0; request < 3; request++) flow.send('submit', { soil: { query } });
    await flow.message('job', 2);
    assert.deepEqual(flow.messages('job').map(({ soil }) => [soil?.job?.reused, soil?.job?.result?.url]), Array(3).fill(['finished', result.url]));
    assert.deepEqual(shared(flow.messages('job')), []);
  });

  it('with a batch of records tells what was read so far, also later', async () => {
    const content = Buffer.from('property,value\nClay,1\nClay,2\n');
    flow = await RunningFlow.start([
      { id: 'read', type: 'soil-read', batch: 1, distinct: false, wires: [['out']] },
      { id: 'out', type: 'helper' },
    ]);
    const running = flow;
    running.send('read', { payload: buildZip([{ name: 'a.csv', content }, { name: 'b.csv', content }]) });
    await until(() => running.messages('out').length === 4, 'four batches');
    const files = running.messages('out').map(({ soil }) => (soil?.read as { files: string[] } | undefined)?.files.join());
    assert.deepEqual([files[0], files[3]], ['', 'a.csv,b.csv']);
    assert.deepEqual(shared(running.messages('out')), []);
  });
});
