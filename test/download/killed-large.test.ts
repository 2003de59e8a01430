import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buildZip } from '../archive/zip-builder';
import { seeded } from '../random/seeded';
import { DownloadScenario, sha256 } from './download-scenario';

const MiB = 2 ** 20;
const KILLS = 5;

describe('a large download in processes that are killed', () => {
  const content = buildZip([{ name: 'data.bin', content: randomBytes(80 * MiB), stored: true }]);
  const scenario = DownloadScenario.inEachTest(content);
  const part = (): string => join(scenario.folder, 'soil.zip.part');

  const start = (): ChildProcessByStdio<null, Readable, null> =>
    spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), join(__dirname, 'downloader.ts'), `${scenario.server.origin}/soil.zip`, scenario.folder], { stdio: ['ignore', 'pipe', 'inherit'] });

  /** Kills it as soon as the part has grown beyond so many bytes. */
  const killAt = async (child: ReturnType<typeof start>, bytes: number): Promise<void> => {
    const gone = once(child, 'exit');
    while (child.exitCode === null && !(existsSync(part()) && statSync(part()).size > bytes)) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await gone;
  };

  it('holds what came up to its end at every kill, goes on from there, and is whole in the end', async () => {
    const random = seeded(7);
    for (let kill = 1; kill <= KILLS; kill++) {
      await killAt(start(), ((kill - random() / 2) / (KILLS + 1)) * content.length);
      const held = readFileSync(part());
      assert.ok(held.length > 0 && held.equals(content.subarray(0, held.length)), `after ${kill} kills, the part of ${held.length} bytes is not what the server has`);
    }
    const child = start();
    const said = await child.stdout.toArray();
    assert.equal(Buffer.concat(said).toString().trim(), sha256(content));
    assert.ok((await scenario.read()).equals(content));
    assert.deepEqual(await scenario.names(), ['soil.zip']);
    assert.ok(scenario.server.requests.length > KILLS && scenario.server.requests.slice(1).every(({ range }) => range !== undefined), 'each went on');
  });
});
