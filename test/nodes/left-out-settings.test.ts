import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Job } from '../../src/service/job';
import { until } from '../time/until';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const HELPERS = ['submitted', 'link', 'file'].map((id) => ({ id, type: 'helper' }));

describe('A setting that a flow leaves out', () => {
  let flow: RunningFlow;
  let service: ServiceStandIn | undefined;
  afterEach(async () => {
    await flow.stop();
    await service?.stop();
    service = undefined;
  });

  it('lets soil-submit reuse a job, and what comes out of soil-wait says so', async () => {
    const url = (): string => `${service?.baseUrl}/v1/soil-data-by-geometry/queries/a-job`;
    service = await ServiceStandIn.start(({ method }, response) => {
      const result = { url: `${service?.baseUrl}/file`, expires: '2100-01-01T00:00:00.000Z' };
      if (method === 'POST') sendJson(response, 201, { Location: url() });
      else sendJson(response, 200, { actionStatus: 'Completed', result });
    });
    flow = await RunningFlow.start([
      service.configuration(),
      { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait', 'submitted']] },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['link'], []] },
      ...HELPERS,
    ], { credentials });
    for (let index = 0; index < 2; index++) {
      flow.send('submit', { topic: String(index), soil: { query: { geometry: AREA } } });
      await flow.message('submitted', index);
      await flow.shows('submit', { fill: 'green', shape: 'dot', text: index === 0 ? 'job a-job' : 'reused a-job' });
    }
    const out = [await flow.message('link', 0), await flow.message('link', 1)] as { topic: string; soil: { job: Job } }[];
    assert.deepEqual(out.sort((one, other) => Number(one.topic) - Number(other.topic)).map(({ soil }) => soil.job.reused !== undefined), [false, true]);
    assert.equal(out[0]?.soil.job.id, out[1]?.soil.job.id);
  });

  it('lets soil-wait poll first after 2 s, then at least once a minute, and give up after a day', async () => {
    service = await ServiceStandIn.start((_, response) => response.end('{}'));
    flow = await RunningFlow.start([service.configuration(), { id: 'wait', type: 'soil-wait', service: 'svc', wires: [['link'], []] }, ...HELPERS], { credentials });
    flow.send('wait', { payload: 'a-job' });
    const journal = path.join(flow.userDirectory, 'soil-data', 'jobs.journal');
    await until(() => existsSync(journal) && readFileSync(journal, 'utf8').includes('a-job'), 'the wait is in the journal');
    assert.match(readFileSync(journal, 'utf8'), /"timeoutMs":86400000,"firstPollMs":2000,"maxPollMs":60000\b/);
  });

  it('lets soil-download hold 50 MB in memory', async () => {
    service = await ServiceStandIn.start((_, response) => response.writeHead(200, { 'content-length': '50000001' }).flushHeaders());
    flow = await RunningFlow.start([service.configuration(), { id: 'download', type: 'soil-download', service: 'svc', to: 'buffer', wires: [['file'], []] }, ...HELPERS], { credentials });
    flow.send('download', { payload: `${service.baseUrl}/file` });
    const { error } = await flow.error();
    assert.match(error.message, /it has 50000001 bytes or more, and the limit is 50000000 bytes\./);
  });
});
