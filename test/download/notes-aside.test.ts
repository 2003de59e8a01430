import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asideName } from '../../src/download/aside-name';
import { putNotesBack } from '../../src/download/notes-aside';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { partFolder } from './part-scenario';

describe('a note that is replaced', () => {
  const { claim, names, path, leave } = partFolder();

  /** One life of a process: what it opens, and its file system, which does nothing from a call on. */
  function life(lastCall = Infinity) {
    let count = 0;
    const { files } = faultyFiles(() => (++count > lastCall ? systemError('EIO') : undefined));
    return { open: () => claim(files), isWhole: () => count <= lastCall };
  }
  /** What has a temporary name is removed by the next process; here, all are one process. */
  const removeTemporary = async (): Promise<void> => {
    for (const name of await names()) if (name.startsWith('.soil-data-')) await rm(path(name));
  };

  it('is there for the next process, whenever a process that takes the part over is killed', async () => {
    for (let calls = 0; ; calls++) {
      await leave(Buffer.alloc(3000, 1));
      const killed = life(calls);
      await (await killed.open().catch(() => undefined))?.abandon();
      if (killed.isWhole()) {
        assert.ok(calls > 10);
        break;
      }
      await removeTemporary();
      const next = await life().open();
      assert.deepEqual([next.held.bytes, next.held.etag], [3000, '"a"'], `killed after ${calls} calls`);
      await next.abandon();
      assert.deepEqual(await names(), ['soil.zip.part', 'soil.zip.part.json'], `killed after ${calls} calls`);
    }
  });

  it('is not brought back if it has a successor, even where the file system has no hard links', async () => {
    for (const fault of [undefined, systemError('EPERM')]) {
      const { files } = faultyFiles(({ operation }) => (operation === 'link' ? fault : undefined));
      await leave(Buffer.alloc(10));
      const note = path('soil.zip.part.json');
      await writeFile(asideName(note), 'earlier');
      await writeFile(asideName(path('field.zip.part.json')), 'of another');
      await putNotesBack(dirname(note), files);
      assert.deepEqual(await readdir(dirname(note)), ['field.zip.part.json', 'soil.zip.part', 'soil.zip.part.json']);
    }
  });

  it('is not brought back over one that comes at that very moment, where the file system has no hard links', async () => {
    await leave(Buffer.alloc(10));
    const note = path('soil.zip.part.json');
    await writeFile(asideName(note), await readFile(note));
    await rm(note);
    const { files } = faultyFiles(({ operation, path: file, to }) => {
      // Another process is that much faster.
      if (operation === 'rename' ? to === note : operation === 'open' && file === note) writeFileSync(note, 'newer');
      return operation === 'link' ? systemError('EPERM') : undefined;
    });
    await putNotesBack(dirname(note), files);
    assert.equal(await readFile(note, 'utf8'), 'newer');
    assert.deepEqual(await names(), ['soil.zip.part', 'soil.zip.part.json']);
  });
});
