import assert from 'node:assert/strict';
import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

const geometry = 'POINT (5 52)';
const unknown = { field: 'north', plan: { year: [2026] } };

/** What a flow notes for itself in the request must reach the end of the flow, but no service. */
describe('Fields of msg.soil.query that no node knows', () => {
  const start = oneNode();

  it('stay in the message of soil-data, and are not sent', async () => {
    const { flow, service } = await start('soil-data', { startYear: '2000' }, (_, response) => sendJson(response, 200, { dataFeedElement: [] }));
    flow.send('node', { soil: { query: { geometry, ...unknown, datasets: null, soilProperties: '7' } } });
    const { soil } = await flow.message('out');
    assert.deepEqual(soil?.query, { ...unknown, geometry, soilProperties: [7], startYear: 2000 });
    assert.deepEqual(JSON.parse(service.requests.at(-1)!.body), { geometry, soilProperties: [7], startYear: 2000 });
  });

  it('stay in the message of soil-submit, and do not make equal requests different', async () => {
    const { flow, service } = await start('soil-submit', { reuse: true }, (request, response) =>
      sendJson(response, 200, request.method === 'POST' ? { Location: '/v1/soil-data-by-geometry/queries/a-1' } : { actionStatus: 'Active' }),
    );
    for (const [index, more] of [unknown, { field: 'south' }].entries()) {
      flow.send('node', { soil: { query: { geometry, ...more } } });
      assert.deepEqual((await flow.message('out', index)).soil?.query, { ...more, geometry });
    }
    const bodies = service.requests.filter(({ path, method }) => method === 'POST' && path !== '/oauth/token').map(({ body }) => body);
    assert.deepEqual(bodies, [JSON.stringify({ geometry })]);
  });

  it('are refused if their name is one letter off, and nothing is sent: the request would be wider than meant', async () => {
    const { flow, service } = await start('soil-data', {}, (_, response) => sendJson(response, 200, { dataFeedElement: [] }));
    flow.send('node', { soil: { query: { geometry, datsets: [7] } } });
    const { error } = await flow.error();
    assert.deepEqual([error.code, error.message], ['SOIL_CONFIG', 'msg.soil.query.datsets is not a field of the query: write datasets.']);
    assert.deepEqual(service.requests, []);
  });
});
