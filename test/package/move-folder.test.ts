import assert from 'node:assert/strict';
import { existsSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SmallDisk } from '../faults/small-disk';

describe('The build', () => {
  it('puts a folder in its place even if something holds it for a moment, as a virus scanner on Windows does', async function () {
    const held = SmallDisk.mountFor(this, 'a folder that is held while it is moved');
    const { moveFolder } = (await import(pathToFileURL(path.resolve(__dirname, '../../scripts/move-folder.mjs')).href)) as {
      moveFolder: (from: string, to: string) => Promise<void>;
    };
    const place = `${held.folder}-moved`;
    await held.holdDuring(moveFolder(held.folder, place));
    assert.ok(!existsSync(held.folder));
    rmdirSync(place);
  });
});
