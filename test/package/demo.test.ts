import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../runtime/node-red-under-test';

describe('npm run demo', function () {
  this.timeout(120_000);
  let clone: string;

  before(async () => {
    clone = await mkdtemp(path.join(tmpdir(), 'demo-test-'));
    await cp(path.join(root, 'dist', 'scripts'), path.join(clone, 'dist', 'scripts'), { recursive: true });
    for (const folder of ['dist/src', 'node_modules', 'examples']) await symlink(path.join(root, folder), path.join(clone, folder), 'junction');
    const manifest = { name: 'node-red-contrib-soil-data', version: '0.1.0', 'node-red': { nodes: { 'soil-area': 'lost.js' } } };
    await writeFile(path.join(clone, 'package.json'), JSON.stringify(manifest));
  });
  after(() => rm(clone, { recursive: true }));

  it('says at once that nodes could not be loaded, as after an installation that broke off', async () => {
    const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
      execFile(process.execPath, [path.join(clone, 'dist', 'scripts', 'demo.js')], { timeout: 60_000 }, (error, _, text) => resolve({ code: error?.code, text }));
    });
    assert.equal(code, 1, text);
    assert.match(text, /The demo failed\. Node-RED did not start the flow: it could not load all nodes of the package\./);
  });
});
