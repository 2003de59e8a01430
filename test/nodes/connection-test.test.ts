import assert from 'node:assert/strict';
import { testConnection } from '../../nodes/admin/connection-test';

describe('A test of the connection', () => {
  for (const [url, detail] of [
    ['http://127.0.0.1:1', /^proxy: ECONNREFUSED$/],
    ['http://proxy.invalid:3128', /^proxy: (ENOTFOUND|EAI_AGAIN)$/],
  ] as const) {
    it(`does not blame the service for a proxy that cannot be reached: ${url}`, async () => {
      const proxy = { id: 'proxy', type: 'http proxy', url, noproxy: [] };
      const nodes = { eachNode: () => undefined, getCredentials: () => undefined, getNode: () => proxy };
      const address = 'https://soil.invalid';
      const settings = { mode: 'service', baseUrl: address, authUrl: address, proxy: proxy.id };
      const report = await testConnection({ settings: {}, nodes } as never, { id: 'new', settings, clientId: 'me', clientSecret: 'typed' });
      assert.ok(!report.ok);
      assert.equal(report.problem, 'unreachable');
      assert.match(report.detail, detail);
    });
  }
});
