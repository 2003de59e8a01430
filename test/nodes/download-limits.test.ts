import assert from 'node:assert/strict';
import { oneNode } from './one-node';

describe('The limits of soil-download', () => {
  const start = oneNode();
  const refused = async (settings: object, linkOf: (baseUrl: string) => string): Promise<string> => {
    const { flow, service } = await start('soil-download', settings, (_, response) => response.end('x'.repeat(2_000)));
    flow.send('node', { payload: linkOf(service.baseUrl) });
    const { error } = await flow.error();
    return `${error.code} ${error.message}`;
  };

  it('keep it from addresses of a private network, unless the service allows them', async () => {
    assert.match(await refused({}, () => 'https://10.255.255.1/a.zip'), /^SOIL_DOWNLOAD .*private/);
  });

  for (const [label, setting] of [
    ['If the file exists', { exists: 'append' }],
    ['Largest file', { maxBytes: '-1' }],
    ['Unpack into a folder', { extract: 'perhaps' }],
    ['Largest file', { to: 'buffer', maxBuffer: '2001' }],
    ['Largest file', { to: 'buffer', maxBuffer: '0' }],
  ] as const) {
    it(`are refused before any request if they are wrong: ${JSON.stringify(setting)}`, async () => {
      let asked = 0;
      const { flow, service } = await start('soil-download', setting, (_, response) => {
        asked += 1;
        response.end('x');
      });
      // A job without a link: the service would be asked for it.
      flow.send('node', { payload: '', soil: { job: { id: '7', url: `${service.baseUrl}/v1/soil-data-by-geometry/queries/7` } } });
      const { error } = await flow.error();
      assert.match(`${error.code} ${error.message}`, new RegExp(`^SOIL_CONFIG The setting "${label}" is`));
      assert.equal(asked, 0);
    });
  }

  it('keep files that are larger than its setting off the disk', async () => {
    assert.match(await refused({ maxBytes: '1000' }, (baseUrl) => `${baseUrl}/a.zip`), /^SOIL_DOWNLOAD .*1[,.]?000/);
  });

  for (const maxBytes of [0, '0']) {
    it(`are none if it is ${JSON.stringify(maxBytes)}`, async () => {
      assert.match(await refused({ maxBytes }, (baseUrl) => `${baseUrl}/a.zip`), /^SOIL_ARCHIVE .* is not a zip file/);
    });
  }
});
