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

  it('keep files from the disk that are larger than its setting', async () => {
    assert.match(await refused({ maxBytes: '1000' }, (baseUrl) => `${baseUrl}/a.zip`), /^SOIL_DOWNLOAD .*1[,.]?000/);
  });

  for (const maxBytes of [0, '0']) {
    it(`are none where it is ${JSON.stringify(maxBytes)}`, async () => {
      assert.match(await refused({ maxBytes }, (baseUrl) => `${baseUrl}/a.zip`), /^SOIL_ARCHIVE .* is no zip file/);
    });
  }
});
