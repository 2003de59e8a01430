import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { SoilFile, SoilMessage } from '../../nodes/runtime/soil-message';
import type { Job } from '../../src/service/job';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const LARGE = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const SMALL = 'POLYGON ((5.6650 51.9870, 5.6680 51.9870, 5.6680 51.9890, 5.6650 51.9890, 5.6650 51.9870))';

const SERVICE = { id: 'svc', type: 'soil-service', mode: 'sandbox' };

const CHAIN = [
  SERVICE,
  { id: 'area', type: 'soil-area', wires: [['filters']] },
  { id: 'filters', type: 'soil-discover', service: 'svc', resource: 'spatial-filters', select: 'none', wires: [['properties']] },
  {
    ...{ id: 'properties', type: 'soil-discover', service: 'svc', resource: 'soil-properties' },
    ...{ select: 'match', matchName: 'pH, clay', wires: [['datasets']] },
  },
  { id: 'datasets', type: 'soil-discover', service: 'svc', resource: 'datasets', wires: [['submit', 'discovered']] },
  { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait', 'submitted']] },
  { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['download', 'link'], ['progress']] },
  { id: 'download', type: 'soil-download', service: 'svc', wires: [['file'], ['transfer']] },
  ...['discovered', 'submitted', 'link', 'progress', 'file', 'transfer'].map((id) => ({ id, type: 'helper' })),
];

describe('The main line on the sandbox', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  it('keeps the identifier and properties of a single feature, and does not send them to the service', async () => {
    const service = await ServiceStandIn.start((request, response) => {
      const job = `/v1/soil-data-by-geometry/queries/a-1`;
      if (request.method === 'POST') sendJson(response, 201, { Location: job });
      else sendJson(response, 200, { actionStatus: 'Completed', result: { url: `${service.baseUrl}/file.zip`, expires: new Date(Date.now() + 3_600_000).toISOString() } });
    });
    try {
      flow = await RunningFlow.start(
        [
          service.configuration(),
          { id: 'area', type: 'soil-area', wires: [['submit']] },
          { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
          { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['link'], []] },
          { id: 'link', type: 'helper' },
        ],
        { credentials },
      );
      const geometry = { type: 'Polygon', coordinates: [[[5.6, 51.95], [5.75, 51.95], [5.75, 52.03], [5.6, 51.95]]] };
      flow.send('area', { payload: { type: 'Feature', id: 'parcel-7', properties: { owner: 'Jansen' }, geometry } });
      const { soil } = await flow.message('link');
      assert.deepEqual(soil?.area?.feature, { id: 'parcel-7', properties: { owner: 'Jansen' } });
      assert.ok(service.requests.some(({ body }) => body.includes('POLYGON')));
      assert.doesNotMatch(JSON.stringify(service.requests), /parcel-7|Jansen/);
    } finally {
      await service.stop();
    }
  });

  it('leads a large area through discovery, job and download to a file, without a function node', async () => {
    flow = await RunningFlow.start(CHAIN);
    flow.send('area', { payload: LARGE, topic: 'north', other: { kept: true } });

    const discovered = await flow.message('discovered');
    const chosen = discovered.soil?.query;
    assert.ok(chosen?.soilProperties && chosen.soilProperties.length >= 2);
    assert.ok(chosen.datasets && chosen.datasets.length >= 1);

    const submitted = await flow.message('submitted');
    assert.deepEqual(submitted.payload, submitted.soil?.job);
    assert.notEqual(submitted.payload, submitted.soil?.job, 'a flow may change the payload');
    assert.equal(submitted.soil?.job?.kind, 'geometry');

    const completed = await flow.message('link');
    const job = completed.soil?.job as Job;
    assert.equal(completed.payload, job.result?.url);
    assert.ok(Date.parse(job.result?.expires ?? '') > Date.now());
    assert.ok(job.polls >= 1);

    const last = (await flow.message('progress', job.polls - 1)).payload as Record<string, unknown>;
    assert.deepEqual(Object.keys(last).sort(), ['description', 'elapsed', 'id', 'next', 'polls', 'status']);
    const polls = flow.messages('progress').map(({ payload }) => payload as Record<string, unknown>);
    const jobs = flow.messages('progress').map(({ soil }) => [soil?.job?.id, soil?.job?.status, soil?.job?.polls]);
    assert.deepEqual(jobs, polls.map(({ id, status, polls }) => [id, status, polls]), 'msg.soil.job is the job as it was read');
    for (const { elapsed, next } of polls) assert.match([elapsed, next].join(' '), /^\d+(\.\d{1,3})? \d+(\.\d{1,3})?$/, 'for people to read');
    assert.deepEqual(polls.map(({ polls }) => polls), Array.from({ length: job.polls }, (_, before) => before + 1));
    assert.deepEqual([last.status, last.next, polls.slice(0, -1).every(({ next }) => (next as number) > 0)], [job.status, 0, true]);

    const done = await flow.message<SoilMessage & { payload: string; topic: string; other: unknown; soil: { file: SoilFile } }>('file');
    assert.equal(done.topic, 'north');
    assert.deepEqual(done.other, { kept: true });
    const content = readFileSync(done.payload);
    assert.equal(content.length, done.soil.file.bytes);
    assert.equal(content.subarray(0, 2).toString(), 'PK');
    assert.ok(done.soil.file.entries > 2);
    assert.match(String(done.soil.file.sha256), /^[0-9a-f]{64}$/);
    assert.ok(!existsSync(`${done.payload}.part`));

    assert.deepEqual(JSON.parse(JSON.stringify(done.soil)), done.soil, 'msg.soil is plain JSON');
    assert.equal(done.soil.source?.synthetic, true);
    for (const id of ['filters', 'properties', 'datasets', 'submit', 'wait', 'download']) {
      const texts = flow.statuses(id).map(({ text }) => text);
      assert.ok(texts.length > 0, id);
      for (const text of texts) assert.match(text, /^sandbox · /);
    }
  });

  it('answers a small area at once, as records', async () => {
    flow = await RunningFlow.start([
      SERVICE,
      { id: 'area', type: 'soil-area', wires: [['data']] },
      { id: 'data', type: 'soil-data', service: 'svc', wires: [['records']] },
      { id: 'records', type: 'helper' },
    ]);
    flow.send('area', { payload: SMALL, soil: { query: { soilProperties: [201] } } });
    const { payload, soil } = await flow.message('records');
    const records = payload as Record<string, unknown>[];
    assert.ok(records.length > 0);
    assert.ok(records.every(({ property }) => property === 'pH'), 'soil-area leaves the rest of the request as it came');
    assert.equal(soil?.area?.retrieval, 'sync');
    assert.ok(soil?.source?.datasets.length);
  });

  it('sends small areas to the first output and large ones to the second', async () => {
    flow = await RunningFlow.start([
      { id: 'area', type: 'soil-area', splitBySize: true, wires: [['small'], ['large']] },
      { id: 'small', type: 'helper' },
      { id: 'large', type: 'helper' },
    ]);
    flow.send('area', { payload: SMALL });
    flow.send('area', { payload: LARGE });
    assert.equal((await flow.message('small')).soil?.area?.retrieval, 'sync');
    assert.equal((await flow.message('large')).soil?.area?.retrieval, 'async');
    assert.equal(flow.messages('small').length, 1);
  });
});
