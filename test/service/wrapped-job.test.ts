import assert from 'node:assert/strict';
import { ScriptedService } from './scripted-service';

describe('The status of a job (section 4.7)', () => {
  let server: ScriptedService;
  ScriptedService.inEachTest((started) => (server = started));

  it('is read in a list or a graph of one, unless it is that of another job', async () => {
    const list = [{ '@id': '/v1/soil-data-by-geometry/queries/a-1', actionStatus: 'Active' }];
    for (const body of [list, { '@context': 'https://example.com/v1/core.jsonld', '@graph': list }]) {
      for (const id of ['a-1', 'b-1']) server.on(`GET /v1/soil-data-by-geometry/queries/${id}`, { body });
      const client = server.connect();
      assert.equal((await client.pollJob(client.jobAddress('a-1'))).status, 'Active');
      await assert.rejects(client.pollJob(client.jobAddress('b-1')), { code: 'SOIL_RESPONSE', message: /about another job/ });
    }
  });

  it('is read in a wrapper, whatever that says of itself, unless it reports an error', async () => {
    const job = { id: '/v1/soil-data-by-geometry/queries/a-1', actionStatus: 'Completed', result: { url: '/files/a.zip' } };
    const wrappers = [{ data: job }, { data: [job] }, { success: true, data: job }, { status: 'success', data: job, error: null }, { '@context': {}, job }, [{ data: job }]];
    server.on('GET /v1/soil-data-by-geometry/queries/a-1', ...wrappers.map((body) => ({ body })), { body: { error: 'no disk', data: job } }, { body: { actionStatus: 'Active', data: job } });
    server.on('GET /v1/soil-data-by-geometry/queries/a-1', { body: { status: 'queued', data: { id: 'file-1' } } }, { body: { user: { id: 'u-1', status: 'active' } } });
    const client = server.connect();
    for (const wrapper of wrappers) assert.equal((await client.pollJob(client.jobAddress('a-1'))).phase, 'completed', JSON.stringify(wrapper));
    await assert.rejects(client.pollJob(client.jobAddress('a-1')), { code: 'SOIL_RESPONSE', message: /no disk/ });
    assert.equal((await client.pollJob(client.jobAddress('a-1'))).status, 'Active');
    assert.equal((await client.pollJob(client.jobAddress('a-1'))).status, 'queued');
    await assert.rejects(client.pollJob(client.jobAddress('a-1')), { code: 'SOIL_RESPONSE', message: /is not a job/ });
  });
});
