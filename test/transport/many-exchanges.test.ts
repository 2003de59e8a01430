import assert from 'node:assert/strict';
import { ExchangeScenario } from './exchange-scenario';

describe('Thousands of exchanges', () => {
  const scenario = ExchangeScenario.inEachTest();

  it('are taken at once, and share few connections', async () => {
    scenario.use({ maxConcurrent: 10 });
    const signal = new AbortController().signal;
    scenario.server.always('GET /', { body: '{}' });
    await Promise.all(Array.from({ length: 5000 }, (_, index) => scenario.get('/', { flow: `flow ${index % 500}`, signal })));
    assert.equal(scenario.server.requests.length, 5000);
    assert.ok(scenario.server.connections <= 10);
  });
});
