import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As containers have it: process numbers from 1 in each, under one host name. */
const CONTAINED = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];

describe('the part of a download in two containers that share a host name', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'part-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** The path of the part that a process gets, which it goes on writing. */
  async function claimIn(origin: string): Promise<string> {
    const node = [process.execPath, '--require', require.resolve('tsx/cjs'), join(__dirname, 'part-writer.ts'), folder, origin];
    const child = spawn('unshare', [...CONTAINED, ...node], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return line.toString().trim();
  }

  it('is a different one for each, though both processes have the same number', async function () {
    if (spawnSync('unshare', [...CONTAINED, 'true']).status !== 0) {
      console.warn('unshare makes no process number spaces here (not Linux, or not allowed): two containers are not tested.');
      return this.skip();
    }
    assert.equal(await claimIn('job 1'), join(folder, 'soil.zip.part'));
    assert.equal(await claimIn('job 2'), join(folder, 'soil.zip.2.part'));
  });
});
