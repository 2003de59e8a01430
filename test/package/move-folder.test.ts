import assert from 'node:assert/strict';
import { existsSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { SmallDisk } from '../faults/small-disk';

describe('The build', () => {
  it('puts a folder in its place also where something holds it for a moment, as a virus scanner on Windows does', async function () {
    const held = SmallDisk.mount();
    if (!held) {
      console.warn('NOT TESTED: a folder that is held. A file system can be mounted by root on Linux only.');
      this.skip();
    }
    const { moveFolder } = (await import(pathToFileURL(path.resolve(__dirname, '../../scripts/move-folder.mjs')).href)) as {
      moveFolder: (from: string, to: string) => Promise<void>;
    };
    const place = `${held.folder}-moved`;
    const moved = moveFolder(held.folder, place);
    await Promise.allSettled([moved, pause(50).then(() => held.unmount())]);
    await moved;
    assert.ok(!existsSync(held.folder));
    rmdirSync(place);
  });
});
