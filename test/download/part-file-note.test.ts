import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { PartFile } from '../../src/download/part-file';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { failureOf } from './download-scenario';
import { isNoteOf, MiB, partFolder, unchecked } from './part-scenario';

describe('the part of a download, with its note,', () => {
  const { files, claim, names, path } = partFolder();

  it('says in a note which file it is of, once, from the first mebibyte on', async () => {
    const watched = faultyFiles(() => undefined);
    const written = (): number => watched.calls.filter(({ operation, to = '' }) => operation === 'rename' && isNoteOf(to)).length;
    const part = await claim(watched.files);
    await part.restart({ etag: '"a"', total: 10 * MiB });
    await part.write(Buffer.alloc(MiB - 1));
    assert.equal(written(), 0);
    await part.write(Buffer.alloc(1));
    assert.equal(written(), 1);
    assert.equal((JSON.parse(readFileSync(path('soil.zip.part.json'), 'utf8')) as { etag: string }).etag, '"a"');
    await part.write(Buffer.alloc(MiB));
    assert.equal(written(), 1);
    await part.abandon();
  });

  it('has no note if it could not be resumed', async () => {
    const watched = faultyFiles(() => undefined);
    const part = await claim(watched.files);
    await part.restart({ total: 3 * MiB });
    await part.write(Buffer.alloc(2 * MiB));
    assert.deepEqual(watched.calls.filter(({ operation }) => operation === 'rename'), []);
    await part.abandon();
    assert.deepEqual(await names(), []);
  });

  it('fails if its note cannot be written, as if its bytes could not', async () => {
    const full = faultyFiles(({ operation, to = '' }) => (operation === 'rename' && isNoteOf(to) ? systemError('ENOSPC') : undefined));
    const part = await claim(full.files);
    await part.restart({ etag: '"a"' });
    await failureOf(Promise.resolve(part.write(Buffer.alloc(MiB))), 'SOIL_STORAGE', /the disk is full/);
    await part.abandon();
    assert.equal(full.open(), 0);
  });

  it('is finished once it has its name, even if its note could not be removed', async () => {
    const stubborn = faultyFiles(({ operation, path: at }) => (operation === 'unlink' && isNoteOf(at) ? systemError('EBUSY') : undefined));
    const part = await claim(stubborn.files);
    await part.write(Buffer.from('soil'));
    await part.finish(unchecked);
    renameSync(part.path, path('soil.zip'));
    await part.release();
    assert.deepEqual(await names(), ['soil.zip', 'soil.zip.part.json']);
    const next = await claim();
    assert.equal(next.path, path('soil.zip.part'));
    await next.abandon();
    assert.ok(!existsSync(path('soil.zip.part.json')));
  });

  describe('whose note is still being written, as on a slow share,', () => {
    /** A part that began to write its note, and what resolves once that has come to its end. */
    async function noting(): Promise<{ part: PartFile; written: Promise<unknown> }> {
      let isFirst = true;
      const writeSlowly: typeof files.writeFile = async (...given) => {
        if (isFirst) {
          isFirst = false;
          await setTimeout(100);
        }
        return files.writeFile(...given);
      };
      const part = await claim({ ...files, writeFile: writeSlowly });
      await part.restart({ etag: '"a"', total: 10 * MiB });
      return { part, written: Promise.resolve(part.write(Buffer.alloc(MiB))) };
    }
    const noteOnDisk = (): { etag: string; owner: { pid: number } } => JSON.parse(readFileSync(path('soil.zip.part.json'), 'utf8')) as never;

    it('is nobody\'s once it is abandoned', async () => {
      const { part, written } = await noting();
      await part.abandon();
      await written;
      assert.deepEqual(await names(), ['soil.zip.part', 'soil.zip.part.json']);
      assert.equal(noteOnDisk().owner.pid, 0);
    });

    it('leaves nothing once it is abandoned and cannot be resumed', async () => {
      const { part, written } = await noting();
      part.forget();
      await part.abandon();
      await written;
      assert.deepEqual(await names(), []);
    });

    it('has the note of the bytes that are in it once it is begun again', async () => {
      const { part, written } = await noting();
      await part.restart({ etag: '"b"' });
      await written;
      assert.equal(noteOnDisk().etag, '"b"');
      await part.abandon();
    });

    it('leaves no note once it has its place', async () => {
      const { part, written } = await noting();
      await part.finish(unchecked);
      renameSync(part.path, path('soil.zip'));
      await part.release();
      await written;
      assert.deepEqual(await names(), ['soil.zip']);
    });

    it('is not finished if that note fails, though nobody waited for it', async () => {
      const full = faultyFiles(({ operation, to = '' }) => (operation === 'rename' && isNoteOf(to) ? systemError('ENOSPC') : undefined));
      const part = await claim(full.files);
      await part.restart({ etag: '"a"' });
      void Promise.resolve(part.write(Buffer.alloc(MiB))).catch(() => undefined);
      await failureOf(part.finish(unchecked), 'SOIL_STORAGE', /the disk is full/);
      await part.abandon();
      assert.equal(full.open(), 0);
    });
  });
});
