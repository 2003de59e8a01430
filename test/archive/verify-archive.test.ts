import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { archiveError, shownName } from '../../src/archive/archive-error';
import { verifyArchive } from '../../src/archive/verify-archive';
import { isSoilError } from '../../src/errors/soil-error';
import { openFiles } from '../processes/open-files';
import { buildZip } from './zip-builder';

const zip = buildZip([
  { name: 'a.csv', content: Buffer.from('depth,value\n'), stored: true },
  { name: 'b.csv', content: Buffer.from('0-5,6.5\n'), stored: true },
]);

describe('The check of a zip', () => {
  it('returns the number of its files', async () => {
    for (const deep of [false, true]) assert.equal(await verifyArchive(zip, { deep }), 2);
  });

  it('finds a changed byte only if it looks at every one', async () => {
    const damaged = Buffer.from(zip);
    damaged[damaged.indexOf('value')] = 0x56;
    assert.equal(await verifyArchive(damaged), 2);
    await assert.rejects(verifyArchive(damaged, { deep: true }), (error) => isSoilError(error, 'SOIL_ARCHIVE'));
  });

  it('stops when it is told to', async () => {
    await assert.rejects(verifyArchive(zip, { deep: true, signal: AbortSignal.abort(new Error('stopped')) }), /stopped/);
  });

  it('leaves no listener on a file handle, however many files the zip holds: Node reports more than ten as a leak', async () => {
    const many = buildZip(Array.from({ length: 12 }, (_, index) => ({ name: `${index}.csv`, content: Buffer.from('0-5,6.5\n') })));
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-verify-'));
    const file = path.join(folder, 'soil.zip');
    await writeFile(file, many);
    const handle = await open(file);
    try {
      assert.equal(await verifyArchive({ handle, path: file }, { deep: true }), 12);
      assert.equal((handle as unknown as EventEmitter).listenerCount('close'), 0);
    } finally {
      await handle.close();
      await rm(folder, { recursive: true });
    }
  });

  it('leaves no file open, whatever it finds', async function () {
    if (process.platform !== 'linux') this.skip();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-verify-'));
    const file = path.join(folder, 'soil.zip');
    const damaged = Buffer.from(zip);
    damaged[damaged.indexOf('value')] = 0x56;
    try {
      for (const content of [zip, damaged, zip.subarray(0, 30)]) {
        await writeFile(file, content);
        await verifyArchive(file, { deep: true }).catch(() => undefined);
        assert.ok(!(await openFiles()).includes(file));
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('The name of an entry in a message', () => {
  it('is short, quoted, and without anything that a terminal or a browser would obey', () => {
    assert.equal(shownName('x'.repeat(40)), `"${'x'.repeat(40)}"`);
    assert.equal(shownName('x'.repeat(41)), `"${'x'.repeat(40)}..."`);
    assert.equal(shownName('a\u001b[31m\u202egpj.exe\u007f'), '"a\\u001b[31m\\u202egpj.exe\\u007f"');
  });

  it('is in the detail of the error too, which is no longer than 500 characters', () => {
    const error = archiveError('it is odd', 'a.csv');
    assert.equal(error.cause.detail, 'it is odd (entry "a.csv")');
    assert.equal(archiveError('x'.repeat(900)).cause.detail?.length, 500);
  });
});
