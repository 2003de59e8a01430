import assert from 'node:assert/strict';
import { readServiceUrl } from '../../src/service/service-url';
import { isLoopbackUrl } from '../../src/transport/address-scope';
import { loopbackHosts } from './loopback-hosts';

describe('This machine', () => {
  for (const [host, forLinks, forService] of loopbackHosts) {
    it(`is ${forLinks ? '' : 'not '}${host} for links and proxies, and ${forService ? '' : 'not '}for a service without TLS`, () => {
      assert.equal(isLoopbackUrl(`https://${host}:8443/path`), forLinks);
      assert.equal('url' in readServiceUrl(`http://${host}:8080`), forService);
    });
  }
});
