import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rows } from '../nodes/read-flow';
import { writtenZip } from '../records/written-zip';
import { until } from '../time/until';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

const ROWS = 4000;
const BATCH = 500;

describe('Batches that go into one CSV file, as docs/shapes.md says', function () {
  this.timeout(300_000);
  let nodeRed: NodeRedProcess | undefined;
  afterEach(() => nodeRed?.remove());

  /** Reads the file that is posted to /read in batches; each takes a while, so that there is time for an end in the middle. */
  function flowInto(csv: string): object[] {
    const node = (id: string, type: string, wires: string[][], more: object = {}): object => ({ id, type, z: 'tab', x: 1, y: 1, wires, ...more });
    const toFile = { filename: csv, filenameType: 'str', appendNewline: false };
    return [
      { id: 'tab', type: 'tab', label: 'batches' },
      node('in', 'http in', [['take']], { url: '/read', method: 'post' }),
      node('take', 'change', [['accepted', 'read']], {
        rules: ['soil', 'payload'].map((name) => ({ t: 'set', p: name, pt: 'msg', to: `payload.${name === 'payload' ? 'file' : name}`, tot: 'msg' })),
      }),
      node('accepted', 'http response', [], { statusCode: '202' }),
      node('read', 'soil-read', [['slow']], { batch: BATCH, shape: 'csv', distinct: false }),
      node('slow', 'delay', [['first']], { pauseType: 'delay', timeout: '300', timeoutUnits: 'milliseconds', outputs: 1 }),
      node('first', 'switch', [['replace'], ['append']], { property: 'parts.index', propertyType: 'msg', rules: [{ t: 'eq', v: '0', vt: 'num' }, { t: 'else' }], checkall: 'true', outputs: 2 }),
      node('replace', 'file', [[]], { ...toFile, overwriteFile: 'true' }),
      node('append', 'file', [[]], { ...toFile, overwriteFile: 'false' }),
    ];
  }

  it('are there once each, although all of them come again after a kill in the middle', async () => {
    const userDirectory = await newUserDirectory();
    const [csv, file] = ['soil.csv', 'file.zip'].map((name) => path.join(userDirectory, name)) as [string, string];
    await writeFile(file, await writtenZip({ 'a.csv': rows(ROWS) }));
    nodeRed = await NodeRedProcess.start({ flow: flowInto(csv), userDirectory });
    const { status } = await nodeRed.post('/read', { file, soil: { job: { id: 'j1', url: 'https://api.example/j1' } } });
    assert.equal(status, 202);
    const lines = async (): Promise<string[]> => (await readFile(csv, 'utf8').catch(() => '')).split('\r\n').slice(0, -1);
    await until(async () => (await lines()).length > 2 * BATCH, 'some batches');
    await nodeRed.signal('SIGKILL');
    assert.ok((await lines()).length < ROWS, 'the kill comes in the middle');
    nodeRed = await NodeRedProcess.start({ userDirectory });
    let seen: string[] = [];
    await until(async () => (seen = await lines()).length >= 1 + ROWS, 'all batches');
    assert.deepEqual([seen.length, new Set(seen).size], [1 + ROWS, 1 + ROWS]);
  });
});
