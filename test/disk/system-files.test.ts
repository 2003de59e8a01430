import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { systemFiles } from '../../src/disk/system-files';
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
});
