import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

/** Rows as a zip's CSV has them; `rows` of them take some 250 bytes each as records. */
async function manyRows(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('property,value,lon,lat\n');
  for (let n = 0; n < rows; n += 1000) {
    const lines = Array.from({ length: 1000 }, (_, more) => `pH,5.5,${(n + more) / 1e4},52.5\n`);
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/** Few rows, with values as long as a row may be. */
async function longRows(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('property,value\n');
  for (let n = 0; n < rows; n += 1) if (!out.write(`texture,${n}${'x'.repeat(60_000)}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

interface Answer {
  code?: string;
  message?: string;
  count?: number;
}

describe('More records than memory holds', function () {
  this.timeout(120_000);
  let nodeRed: NodeRedProcess;
  const get = async (url: string): Promise<Answer> => (await nodeRed.get(url)).json() as Answer;

  before(async () => {
    const userDirectory = await newUserDirectory();
    const file = (rows: number): string => path.join(userDirectory, `${rows}.csv`);
    for (const rows of [800_000, 300_000, 150_000]) await manyRows(file(rows), rows);
    await longRows(file(3_000), 3_000);
    const node = (id: string, type: string, wires: string[], more: object): object => ({ id, type, z: 'tab', x: 1, y: 1, wires: [wires], ...more });
    const counted = { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"count": $count(payload)}', tot: 'jsonata' }] };
    nodeRed = await NodeRedProcess.start({
      userDirectory,
      env: { NODE_OPTIONS: '--max-old-space-size=100 --max-semi-space-size=4' },
      flow: [
        { id: 'tab', type: 'tab', label: 'memory' },
        node('in1', 'http in', ['read1'], { url: '/one', method: 'get' }),
        node('read1', 'soil-read', ['count'], { from: file(800_000), fromType: 'str' }),
        node('in2', 'http in', ['read2'], { url: '/profile', method: 'get' }),
        node('read2', 'soil-read', ['profile'], { from: file(300_000), fromType: 'str' }),
        node('profile', 'soil-profile', ['count'], {}),
        node('in3', 'http in', ['read3'], { url: '/several', method: 'get' }),
        node('read3', 'soil-read', ['count'], { from: file(150_000), fromType: 'str' }),
        node('in4', 'http in', ['read4'], { url: '/batches', method: 'get' }),
        node('read4', 'soil-read', ['last'], { from: file(300_000), fromType: 'str', batch: 100_000 }),
        node('in5', 'http in', ['read5'], { url: '/long', method: 'get' }),
        node('read5', 'soil-read', ['count'], { from: file(3_000), fromType: 'str' }),
        node('in6', 'http in', ['read6'], { url: '/long-features', method: 'get' }),
        node('read6', 'soil-read', ['count'], { from: file(3_000), fromType: 'str', output: 'geojson' }),
        node('last', 'switch', ['count'], { property: 'parts.count', rules: [{ t: 'nnull' }] }),
        node('count', 'change', ['answer'], counted),
        node('catch', 'catch', ['reason'], { scope: null }),
        node('reason', 'change', ['answer'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'error', tot: 'msg' }] }),
        node('answer', 'http response', [], {}),
      ],
    });
  });
  after(() => nodeRed.remove());

  it('are an error of soil-read, and Node-RED goes on', async () => {
    const { code, message } = await get('/one');
    assert.equal(code, 'SOIL_CONFIG');
    assert.match(message ?? '', /^Stopped after \d{6} records, because the memory of Node-RED \(100 MB\) is nearly full: they are too many for one message/);
  });

  it('or fewer with long texts, are an error of soil-read, and Node-RED goes on', async () => {
    for (const path of ['/long', '/long-features']) {
      const { code, message } = await get(path);
      assert.equal(code, 'SOIL_CONFIG');
      assert.match(message ?? '', /^Stopped after \d{3,4} records, because the memory of Node-RED \(100 MB\) is nearly full/);
    }
  });

  it('are an error of soil-profile, or give a profile, and Node-RED goes on', async () => {
    const { code, count } = await get('/profile');
    assert.ok(count === 1 || code === 'SOIL_CONFIG', `${code} ${count}`);
    assert.deepEqual(await get('/several'), { count: 150_000 });
  });

  it('because several are read at once are an error of some of them, and Node-RED goes on', async () => {
    for (const { code, count } of await Promise.all(Array.from({ length: 4 }, () => get('/several')))) assert.ok(count === 150_000 || code === 'SOIL_CONFIG', `${code} ${count}`);
    assert.deepEqual(await get('/several'), { count: 150_000 });
  });

  it('in large batches of several files are an error of some of them, and Node-RED goes on', async () => {
    for (const { code, count } of await Promise.all(Array.from({ length: 6 }, () => get('/batches')))) assert.ok(count === 100_000 || code === 'SOIL_CONFIG', `${code} ${count}`);
    assert.deepEqual(await get('/several'), { count: 150_000 });
  });
});
