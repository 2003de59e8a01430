import assert from 'node:assert/strict';
import type { Job } from '../../src/service/job';
import { RunningFlow } from './flow';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

describe('Two services that are sandboxes', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  it('do not answer a request with a job that only the other has; and every message says that it is from a sandbox', async () => {
    flow = await RunningFlow.start([
      { id: 'one', type: 'soil-service', mode: 'sandbox' },
      { id: 'two', type: 'soil-service', mode: 'sandbox' },
      { id: 'first', type: 'soil-submit', service: 'one', reuse: true, wires: [['submitted']] },
      { id: 'second', type: 'soil-submit', service: 'two', reuse: true, wires: [['submitted']] },
      { id: 'wait', type: 'soil-wait', service: 'two', firstPoll: 0.05, maxPoll: 0.2, wires: [['link'], []] },
      { id: 'download', type: 'soil-download', service: 'two', to: 'buffer', wires: [['file'], []] },
      { id: 'discover', type: 'soil-discover', service: 'two', resource: 'spatial-filters', wires: [['filters']] },
      ...['submitted', 'link', 'file', 'filters'].map((id) => ({ id, type: 'helper' })),
    ]);
    const jobs: Job[] = [];
    for (const submit of ['first', 'second', 'second']) {
      flow.send(submit, { soil: { query: { geometry: AREA } } });
      jobs.push((await flow.message('submitted', jobs.length)).payload as Job);
    }
    const [first, second, again] = jobs;
    assert.notEqual(second?.id, first?.id);
    assert.deepEqual([again?.id, again?.reused], [second?.id, 'pending']);
    flow.send('wait', { payload: again?.id });
    const { payload: link } = await flow.message('link');
    assert.match(String(link), /^http/);
    flow.send('download', { payload: link });
    flow.send('discover', { soil: { query: { geometry: AREA } } });
    for (const id of ['submitted', 'link', 'file', 'filters']) assert.equal((await flow.message(id)).soil?.source?.synthetic, true, id);
    assert.equal(warnings().length, 2, 'the first use of each sandbox warns, and no other');
  });

  it('do not wait for a job of the other: that ends at once, and the error says what to check', async () => {
    flow = await RunningFlow.start([
      { id: 'one', type: 'soil-service', mode: 'sandbox' },
      { id: 'two', type: 'soil-service', mode: 'sandbox' },
      { id: 'submit', type: 'soil-submit', service: 'one', wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', service: 'two', firstPoll: 0.05, maxPoll: 0.2, wires: [[], []] },
    ]);
    flow.send('submit', { soil: { query: { geometry: AREA } } });
    const { error } = await flow.error();
    assert.match(error.message, /its status was refused\. .*Check as well that soil-wait has the same soil service as soil-submit: each sandbox has jobs of its own/);
  });

  it('warn in the next runtime of the process as well', async () => {
    flow = await RunningFlow.start([
      { id: 'one', type: 'soil-service', mode: 'sandbox' },
      { id: 'data', type: 'soil-data', service: 'one', wires: [['records']] },
      { id: 'records', type: 'helper' },
    ]);
    assert.deepEqual(warnings(), []);
    for (const index of [0, 1]) {
      flow.send('data', { soil: { query: { geometry: 'POINT (5.6 52)' } } });
      await flow.message('records', index);
    }
    assert.equal(warnings().length, 1);
  });

  function warnings(): string[] {
    return flow.logged().filter((line) => line.includes('are synthetic'));
  }
});
