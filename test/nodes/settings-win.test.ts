import assert from 'node:assert/strict';
import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

const geometry = 'POINT (5.6 52)';
const RECORD = { dataset: 'Plots', property: 'pH', unit: 'pH', value: 6.5, depthTop: 0, depthBottom: 10, lon: 5.6, lat: 52 };

describe('A setting of soil-data that wins over the message', () => {
  const start = oneNode();

  it('wins after the answer as well: what the message has in its place fails no request that was answered', async () => {
    const { flow, service } = await start('soil-data', { datasets: [2], startYear: 1990 }, (_, response) => sendJson(response, 200, [RECORD]));
    flow.send('node', { soil: { query: { geometry, datasets: 'all', startYear: 'any' } } });
    const { payload, soil } = await flow.message('out');
    assert.equal((payload as unknown[]).length, 1);
    assert.deepEqual(soil?.query, { geometry, datasets: [2], startYear: 1990 });
    assert.equal(service.requests.filter(({ path }) => path !== '/oauth/token').length, 1);
  });

  it('says whose licences count: those of the datasets that were asked for, not of those that the message names', async () => {
    const { flow } = await start('soil-data', { datasets: [2], licences: ['CC0'] }, (_, response) => sendJson(response, 200, [RECORD]));
    const datasets = [{ identifier: 1, name: 'Cores', licence: 'CC0' }, { identifier: 2, name: 'Plots', licence: 'CC0' }];
    flow.send('node', { soil: { query: { geometry, datasets: [1] }, source: { datasets } } });
    const { payload, soil } = await flow.message('out');
    assert.deepEqual([(payload as unknown[]).length, soil?.['read']], [1, { found: 1, records: 1, otherLicences: 0 }]);
  });
});
