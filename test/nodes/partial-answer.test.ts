import assert from 'node:assert/strict';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const query = { geometry: 'POINT (5.6 52)' };
const record = { property: 'pH', value: 6.5, unit: 'pH', depthTop: 0, depthBottom: 10 };

describe('An answer that says that something is wrong with it', () => {
  let flow: RunningFlow;
  let service: ServiceStandIn;
  let answer: object = {};

  before(async () => {
    service = await ServiceStandIn.start((_, response) => sendJson(response, 200, answer));
    const nodes = [
      service.configuration(),
      { id: 'data', type: 'soil-data', service: 'svc', wires: [['out']] },
      { id: 'raw', type: 'soil-data', service: 'svc', output: 'raw', wires: [['out']] },
      { id: 'discover', type: 'soil-discover', service: 'svc', resource: 'datasets', wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    flow = await RunningFlow.start(nodes, { credentials });
  });
  after(async () => {
    await flow.stop();
    await service.stop();
  });

  const ask = async (node: string, given: object): Promise<Awaited<ReturnType<RunningFlow['message']>>> => {
    answer = given;
    const before = flow.messages('out').length;
    flow.send(node, { soil: { query } });
    return flow.message('out', before);
  };
  const problemsOf = (message: { soil?: object }): unknown => (message.soil as { problems: { first: string[] } }).problems.first;

  it('is a problem, and a yellow status, if it has data', async () => {
    const partly = await ask('data', { dataFeedElement: [record], errors: ['dataset 7: timeout'], warning: 'truncated' });
    assert.deepEqual([(partly.payload as unknown[]).length, problemsOf(partly)], [
      1,
      ['The service reports an error in its answer, so some of the data may be missing: dataset 7: timeout.', 'The service warns: truncated.'],
    ]);
    await flow.shows('data', { fill: 'yellow', shape: 'ring', text: '1 record' });
    const page = await ask('data', { totalItems: 500, dataFeedElement: [record] });
    assert.deepEqual(problemsOf(page), ['The service says that there is more than it sent: 1 of 500. Further pages are not read: ask for a smaller area, or submit a job.']);
    const whole = await ask('data', { totalItems: 1, dataFeedElement: [record] });
    assert.deepEqual(problemsOf(whole), []);
    await flow.shows('data', { fill: 'green', shape: 'dot', text: '1 record' });
  });

  it('is told beside what discovery found', async () => {
    const dataset = { type: 'DataSet', identifier: 1, name: 'Open' };
    const selectionOf = ({ soil }: { soil?: object }): unknown => (soil as { selection: { datasets: unknown } }).selection.datasets;
    const pages = await ask('discover', { DataSet: [dataset, { name: 'Nameless' }], totalItems: 40, warning: 'Index is old' });
    assert.deepEqual(selectionOf(pages), {
      found: 1,
      selected: 1,
      problems: [
        'The service warns: Index is old.',
        'The service says that there is more than it sent: 2 of 40. Further pages are not read: narrow the search.',
        'Left out, as no request can name an entry without a numeric identifier: 1 of 2 entries.',
      ],
    });
    await flow.shows('discover', { fill: 'yellow', shape: 'ring', text: '1 of 1 chosen' });
    assert.deepEqual(selectionOf(await ask('discover', { DataSet: [dataset] })), { found: 1, selected: 1 });
    await flow.shows('discover', { fill: 'green', shape: 'dot', text: '1 of 1 chosen' });
  });

  it('is passed on raw if the node says so, with the problem', async () => {
    const given = { dataFeedElement: [], error: 'internal error' };
    const raw = await ask('raw', given);
    assert.deepEqual([raw.payload, (problemsOf(raw) as string[]).length], [given, 1]);
  });

  it('is an error if it has no data: "no data" would be wrong', async () => {
    const failures = [
      ['data', { dataFeedElement: null, error: 'internal error' }, /with an error in place of data: internal error\. Try again later/],
      ['data', { status: 500, message: 'upstream failed', dataFeedElement: [] }, /upstream failed\./],
      ['data', { message: 'Backend is down', success: false }, /Backend is down\./],
      ['data', { message: 'No soil data in this area' }, /neither a data feed .* It says: No soil data in this area\.$/],
      ['discover', { message: 'No datasets here' }, /the answer is not a dataset catalogue\. It says: No datasets here\. Try again; if that does not help, check the "Service URL"/],
      ['discover', { DataSet: [], errors: ['catalogue offline'] }, /with an error in place of data: catalogue offline\. Try again later, or ask the service\.$/],
    ] as const;
    for (const [index, [node, given, words]] of failures.entries()) {
      answer = given;
      flow.send(node, { soil: { query } });
      const { error } = await flow.error(index);
      assert.equal(error.code, 'SOIL_RESPONSE');
      assert.match(error.message, words);
    }
  });
});
