import assert from 'node:assert/strict';
import fs, { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import timers from 'node:timers/promises';
import os from 'node:os';
import path from 'node:path';
import { writeWhole } from '../../src/sandbox/jobs/patient-files';
import { systemError } from '../archive/faulty-files';

describe('a file of the sandbox that another program holds', () => {
  const { rename } = fs;
  const { setTimeout: pause } = timers;
  let folder = '';
  let target = '';
  let pauses: unknown[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'patient-'));
    target = path.join(folder, 'one.zip');
    pauses = [];
    timers.setTimeout = (<Value>(ms?: number, value?: Value): Promise<Value | undefined> => {
      pauses.push(ms);
      return Promise.resolve(value);
    }) as typeof pause;
  });
  afterEach(async () => {
    Object.assign(fs, { rename });
    Object.assign(timers, { setTimeout: pause });
    await rm(folder, { recursive: true });
  });

  /** Renaming fails so often, in this way. */
  function hold(code: string, times: number): void {
    let left = times;
    fs.rename = (from, to) => (left-- > 0 ? Promise.reject(systemError(code)) : rename(from, to));
  }
  const write = (): Promise<void> => writeWhole(target, (file) => file.writeFile('whole'));

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`is put in its place when it is let go, after ever longer pauses: ${code}`, async () => {
      hold(code, 6);
      await write();
      assert.deepEqual([await readFile(target, 'utf8'), pauses], ['whole', [100, 200, 300, 400, 500, 600]]);
    });
  }

  it('is given up in the end, and leaves no draft', async () => {
    hold('EBUSY', 7);
    await assert.rejects(write(), { code: 'EBUSY' });
    assert.deepEqual([await readdir(folder), pauses.length], [[], 6]);
  });

  it('is given up at once if waiting would not help', async () => {
    hold('ENOSPC', 1);
    await assert.rejects(write(), { code: 'ENOSPC' });
    assert.deepEqual([await readdir(folder), pauses], [[], []]);
  });
});
