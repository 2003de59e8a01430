import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemFiles } from '../../src/disk/system-files';
import { systemError } from '../archive/faulty-files';
import { SmallDisk } from '../faults/small-disk';

describe('The calls of the file system', () => {
  it('remove a folder also where something holds it for a moment', async function () {
    const held = SmallDisk.mount();
    if (!held) {
      console.warn('NOT TESTED: a folder that is held. A file system can be mounted by root on Linux only.');
      this.skip();
    }
    const removed = systemFiles.rm(held.folder, { recursive: true });
    await Promise.allSettled([removed, pause(50).then(() => held.unmount())]);
    await removed;
    assert.ok(!existsSync(held.folder));
  });

  it('take the path of a folder as its true one where a drive knows no other, as RAM disks on Windows', async () => {
    const { realpath } = fs;
    const answers = ['EISDIR', 'ENOENT'];
    Object.assign(fs, { realpath: () => Promise.reject(systemError(answers.shift() ?? '')) });
    try {
      assert.equal(await systemFiles.realpath(`${__dirname}/../disk`), path.resolve(__dirname));
      await assert.rejects(systemFiles.realpath(__dirname), { code: 'ENOENT' });
    } finally {
      fs.realpath = realpath;
    }
  });
});
