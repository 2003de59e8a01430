import assert from 'node:assert/strict';
import { zipOf } from '../download/download-scenario';
import type { RunningFlow } from './flow';
import { oneNode } from './one-node';

const zip = zipOf(500);
/** Wrong for a file, and hidden where the zip goes into the message; and what errors call them. */
const WRONG_FOR_A_FILE = { folder: '${NOT_SET}', filename: '${NOT_SET}', exists: 'ask', extract: 'perhaps', maxBytes: '1 MB' };
const LABELS = { folder: 'Folder', filename: 'File name', exists: 'If the file exists', extract: 'Unpack into a folder', maxBytes: 'Largest file' };

describe('Settings that the dialog hides', () => {
  const start = oneNode();

  async function download(settings: object): Promise<RunningFlow> {
    const { flow, service } = await start('soil-download', settings, (_request, response) => response.writeHead(200, { 'content-length': zip.length }).end(zip));
    flow.send('node', { payload: `${service.baseUrl}/soil.zip` });
    return flow;
  }

  it('are of no account to soil-download: those of a file where the zip goes into the message', async () => {
    const { payload } = await (await download({ to: 'buffer', ...WRONG_FOR_A_FILE })).message('out');
    assert.deepEqual(payload, zip);
  });

  for (const [name, label] of Object.entries(LABELS)) {
    it(`are named where they are seen: ${name}`, async () => {
      const wrong = { [name]: WRONG_FOR_A_FILE[name as keyof typeof LABELS] };
      const { error } = await (await download({ to: 'file', maxBuffer: 'all', ...wrong })).error();
      assert.equal(error.code, 'SOIL_CONFIG');
      assert.ok(error.message.includes(`"${label}"`), error.message);
    });
  }
});
