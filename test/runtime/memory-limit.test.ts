import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

const ROWS = 800_000;

/** More rows than a small heap can hold as records. */
async function manyRows(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write('property,value,lon,lat\n');
  for (let n = 0; n < ROWS; n += 1000) {
    const rows = Array.from({ length: 1000 }, (_, more) => `pH,5.5,${(n + more) / 1e4},52.5\n`);
    if (!out.write(rows.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

describe('More records than memory holds', function () {
  this.timeout(60_000);
  let nodeRed: NodeRedProcess | undefined;
  after(async () => nodeRed?.remove());

  it('are an error of soil-read, and Node-RED goes on', async () => {
    const userDirectory = await newUserDirectory();
    const file = path.join(userDirectory, 'many.csv');
    await manyRows(file);
    const node = (id: string, type: string, wires: string[], more: object): object => ({ id, type, z: 'tab', x: 1, y: 1, wires: [wires], ...more });
    nodeRed = await NodeRedProcess.start({
      userDirectory,
      env: { NODE_OPTIONS: '--max-old-space-size=100 --max-semi-space-size=4' },
      flow: [
        { id: 'tab', type: 'tab', label: 'memory' },
        node('in', 'http in', ['read'], { url: '/read', method: 'get' }),
        node('read', 'soil-read', ['answer'], { from: file, fromType: 'str' }),
        node('catch', 'catch', ['reason'], { scope: null }),
        node('reason', 'change', ['answer'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'error', tot: 'msg' }] }),
        node('answer', 'http response', [], {}),
      ],
    });
    const { json } = await nodeRed.get('/read');
    const { code, message } = json() as { code: string; message: string };
    assert.equal(code, 'SOIL_CONFIG');
    assert.match(message, /^Reading stopped after \d{6} records, because the memory of Node-RED \(100 MB\) is nearly full/);
  });
});
