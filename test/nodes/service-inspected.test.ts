import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { oneNode } from './one-node';
import { credentials, sendJson } from './service-stand-in';

describe('A soil service that another node logs or copies', () => {
  const start = oneNode();

  it('shows neither its secret nor a token, and keeps working', async () => {
    const { flow } = await start('soil-discover', { resource: 'all-datasets' }, (_request, response) => sendJson(response, 200, { type: 'ItemList', items: [] }));
    flow.send('node', {});
    await flow.message('out');
    const service = flow.node('svc');
    const { host } = service as unknown as { host: object };
    const shown = [service, host, { service, host }].flatMap((each) => [inspect(each, { depth: Infinity, maxStringLength: null }), JSON.stringify(each)]);
    for (const text of shown) assert.doesNotMatch(text, /(client|secret|token)-of-the-test/);
    assert.deepEqual((service as unknown as { credentials: object }).credentials, credentials.svc, 'as Node-RED gives it to nodes that ask');
  });
});
