import assert from 'node:assert/strict';
import { zipOf } from '../download/download-scenario';
import type { RunningFlow } from './flow';
import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

const zip = zipOf(500);
/** Wrong for a file, and hidden if the zip goes into the message; and what errors call them. */
const WRONG_FOR_A_FILE = { folder: '${NOT_SET}', filename: '${NOT_SET}', exists: 'ask', extract: 'perhaps', maxBytes: '1 MB' };
const LABELS = { folder: 'Folder', filename: 'File name', exists: 'If the file exists', extract: 'Unpack into a folder', maxBytes: 'Largest file' };

describe('Settings of soil-discover that are wrong', () => {
  const start = oneNode();

  for (const [label, settings] of Object.entries({
    'Look for': { resource: 'soils' },
    Select: { select: 'foo' },
    'Name has': { select: 'match', matchName: '${NOT_SET}' },
    'Leave out datasets locked for download': { resource: 'datasets', unlockedOnly: 'perhaps' },
  })) {
    it(`are reported before anything is sent: ${label}`, async () => {
      const { flow, service } = await start('soil-discover', settings, (_, response) => response.writeHead(500).end());
      flow.send('node', { soil: { query: { geometry: 'POINT (5 52)' } } });
      const { error } = await flow.error();
      assert.deepEqual([error.code, error.message.includes(`"${label}"`), service.requests], ['SOIL_CONFIG', true, []]);
    });
  }

  it('are ignored if the dialog hides them', async () => {
    const { flow } = await start('soil-discover', { resource: 'dataset', datasetId: 1, select: 'foo', unlockedOnly: 'perhaps' }, (_, response) =>
      sendJson(response, 200, { type: 'DataSet', identifier: 1, name: 'One' }),
    );
    flow.send('node', {});
    assert.equal(((await flow.message('out')).payload as { identifier: number }).identifier, 1);
  });
});

describe('Settings that the dialog hides', () => {
  const start = oneNode();

  it('are ignored by soil-profile: its own depths if others are chosen', async () => {
    const { flow } = await start('soil-profile', { slices: '0-30', ownSlices: '${NOT_SET}' }, (_, response) => response.end());
    flow.send('node', { payload: [] });
    assert.deepEqual((await flow.message('out')).payload, []);
  });

  async function download(settings: object): Promise<RunningFlow> {
    const { flow, service } = await start('soil-download', settings, (_request, response) => response.writeHead(200, { 'content-length': zip.length }).end(zip));
    flow.send('node', { payload: `${service.baseUrl}/soil.zip` });
    return flow;
  }

  it('are ignored by soil-download: those of a file if the zip goes into the message', async () => {
    const { payload } = await (await download({ to: 'buffer', ...WRONG_FOR_A_FILE })).message('out');
    assert.deepEqual(payload, zip);
  });

  for (const [name, label] of Object.entries(LABELS)) {
    it(`are named if the dialog shows them: ${name}`, async () => {
      const wrong = { [name]: WRONG_FOR_A_FILE[name as keyof typeof LABELS] };
      const { error } = await (await download({ to: 'file', maxBuffer: 'all', ...wrong })).error();
      assert.equal(error.code, 'SOIL_CONFIG');
      assert.ok(error.message.includes(`"${label}"`), error.message);
    });
  }
});
