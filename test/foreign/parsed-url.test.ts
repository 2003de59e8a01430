import assert from 'node:assert/strict';
import { linksIn } from '../../src/service/answers/result-link';
import { readJobAddress } from '../../src/service/job-address';
import { readServiceUrl } from '../../src/service/service-url';
import { secretsInAddress } from '../../src/transport/redaction';

/** So often that Node.js optimises what is called. */
const OFTEN = 20_000;

describe('An address with letters such as "ü" in its host', () => {
  const address = 'https://b\u00f6den.example/a';

  it('is one however often addresses are looked at: URL.canParse of Node.js 20 and 22 says no once it is optimised', () => {
    const readings: Record<string, () => unknown> = {
      'a setting': () => 'url' in readServiceUrl(address),
      'the address of a job': () => 'address' in readJobAddress({ baseUrl: 'https://xn--bden-5qa.example', synthetic: false }, 'https://b\u00f6den.example/v1/soil-data-by-area-queries/7'),
      'a link': () => linksIn({ url: `${address}.zip` }, 'https://api.example', 'https://api.example/v1/jobs/7').length,
      'a signed address': () => secretsInAddress(`${address}?sig=secret`).length,
    };
    for (const [name, reading] of Object.entries(readings)) {
      for (let count = 0; count < OFTEN; count++) if (!reading()) assert.fail(`${name}, at call ${count}`);
    }
  });
});
