import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isSoilError } from '../../../src/errors/soil-error';
import { DirectoryLock } from '../../../src/jobs/journal/directory-lock';
import { diskFileSystem } from '../../../src/jobs/journal/file-system';
import { machineProcesses } from '../../../src/processes/process-mark';
import { processes } from '../../processes/process-scenario';
import { seeded } from '../../random/seeded';
import type { MemoryDisk } from '../memory-disk';
import { lockedBy, parts } from './lock-scenario';

describe('The lock of the job directory, wanted by several at once,', () => {
  it('goes to exactly one of many starters, in whatever order they take their steps', async () => {
    // Every call of the file system waits for its turn, and the turns come in an order drawn from a seed.
    for (let seed = 1; seed <= 150; seed++) {
      const random = seeded(seed);
      const disk = lockedBy({});
      const turns: (() => void)[] = [];
      const slow = slowed(disk, () => new Promise<void>((resolve) => turns.push(resolve)));
      const starters = Array.from({ length: 3 }, (_, at) => {
        const self = { pid: 200 + at, started: String(at) };
        return DirectoryLock.take('d', parts(slow, processes({ 200: '0', 201: '1', 202: '2' }, self))).then(
          (lock) => lock,
          (error: unknown) => error as Error,
        );
      });
      const all = Promise.all(starters);
      let over = false;
      void all.then(() => (over = true));
      while (!over) {
        turns.splice(Math.floor(random() * turns.length), 1)[0]?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      const outcomes = await all;
      const won = outcomes.filter((outcome): outcome is DirectoryLock => outcome instanceof DirectoryLock);
      const lost = outcomes.filter((outcome) => isSoilError(outcome, 'SOIL_STORAGE'));
      assert.deepEqual([won.length, lost.length], [1, 2], `seed ${seed}`);
      const releasing = won[0]?.release();
      const pump = setInterval(() => turns.splice(0).forEach((turn) => turn()), 0);
      await releasing;
      clearInterval(pump);
    }
  });

  it('goes to exactly one of several processes that start at once beside the lock of a dead one', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'soil-lock-'));
    const dead = { ...machineProcesses.own(), started: '1', nonce: 'left-by-a-crash' };
    await fs.writeFile(path.join(directory, 'jobs.lock'), JSON.stringify(dead));
    const children = Array.from({ length: 4 }, () => fork(path.join(__dirname, 'lock-taker.ts'), [directory], { execArgv: ['--require', 'tsx/cjs'] }));
    try {
      await Promise.all(children.map((child) => message(child)));
      const outcomes = Promise.all(children.map((child) => message(child)));
      for (const child of children) child.send('go');
      const counted = (await outcomes).sort();
      assert.deepEqual(counted, ['SOIL_STORAGE', 'SOIL_STORAGE', 'SOIL_STORAGE', 'taken']);
      assert.deepEqual(await fs.readdir(directory), ['jobs.lock']);
    } finally {
      await Promise.all(children.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
    }
    // The winner was killed: the next one takes over.
    const lock = await DirectoryLock.take(directory, parts(diskFileSystem, machineProcesses));
    await lock.release();
    assert.deepEqual(await fs.readdir(directory), []);
    await fs.rm(directory, { recursive: true });
  });
});

async function message(child: ChildProcess): Promise<string> {
  const [text] = (await once(child, 'message')) as [string];
  return text;
}

/** The same disk, with a pause before every call. */
function slowed(disk: MemoryDisk, pause: () => Promise<void>): MemoryDisk {
  return new Proxy(disk, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || name === 'touch') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        await pause();
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
}
