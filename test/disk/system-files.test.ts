import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { systemFiles } from '../../src/disk/system-files';
import { SmallDisk } from '../faults/small-disk';

describe('The calls of the file system', () => {
  it('remove a folder even if something holds it for a moment', async function () {
    const held = SmallDisk.mountFor(this, 'a folder that is held while it is removed');
    await held.holdDuring(systemFiles.rm(held.folder, { recursive: true }));
    assert.ok(!existsSync(held.folder));
  });
});
