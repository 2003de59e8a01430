import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractArchive } from '../../src/archive/extract-archive';
import { isSoilError } from '../../src/errors/soil-error';
import { heapInUse } from '../memory/heap-in-use';
import { openFiles } from '../processes/open-files';
import { csv, listing, WHOLE_LISTING, zip } from './extraction-scenario';
import { faultyFiles, systemError } from './faulty-files';
import { goodZips } from './good-zips';
import { buildZip } from './zip-builder';

describe('extracting an archive', () => {
  let home: string;
  let target: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'extract-'));
    target = join(home, 'soil');
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('makes a folder with all files and folders of the zip, and nothing else', async () => {
    assert.equal(await extractArchive(zip, target, { exists: 'replace' }), target);
    assert.deepEqual(await listing(home), WHOLE_LISTING);
    assert.equal(await readFile(join(target, 'points/ph.csv'), 'utf8'), csv);
    assert.equal(await readFile(join(target, 'points/deep/clay.csv'), 'utf8'), csv.repeat(20_000));
  });

  for (const good of goodZips) {
    it(`gives back what was packed: ${good.name}`, async () => {
      await extractArchive(good.zip, target, { exists: 'replace' });
      const found = await readdir(target, { recursive: true, withFileTypes: true });
      assert.equal(found.filter((entry) => entry.isFile()).length, Object.keys(good.files).length);
      for (const [name, content] of Object.entries(good.files)) assert.equal(await readFile(join(target, name), 'utf8'), content);
    });
  }

  it('gives files plain permissions, whatever the zip says', async () => {
    await extractArchive(buildZip([{ name: 'run.sh', content: '#!/bin/sh', mode: 0o104777 }]), target, { exists: 'replace' });
    const { mode } = await lstat(join(target, 'run.sh'));
    assert.equal(mode & 0o7111, 0);
  });

  it('keeps an existing folder if asked to', async () => {
    await mkdir(target);
    await writeFile(join(target, 'mine.txt'), 'mine');
    const { files, calls } = faultyFiles(() => undefined);
    assert.equal(await extractArchive(zip, target, { exists: 'keep', files }), target);
    assert.deepEqual(await listing(home), ['soil', 'soil/mine.txt']);
    assert.deepEqual(calls.map(({ operation }) => operation), ['lstat', 'stat', 'lstat', 'opendir'], 'nothing is unpacked for it');
  });

  it('refuses to keep a file, or a link to nothing, as a folder', async () => {
    await writeFile(target, 'a file in the way');
    for (const files of [faultyFiles(() => undefined).files, faultyFiles(({ operation, number }) => (operation === 'lstat' && number <= 2 ? systemError('ENOENT') : undefined)).files]) {
      const inTheWay = /soil already exists and is to be kept, but it is not a folder\. Remove it, or choose "replace"/;
      await assert.rejects(extractArchive(zip, target, { exists: 'keep', files }), (error) => isSoilError(error, 'SOIL_STORAGE') && inTheWay.test(error.message));
      assert.deepEqual(await listing(home), ['soil']);
    }
    await rm(target);
    await symlink(join(home, 'nowhere'), target);
    await assert.rejects(extractArchive(zip, target, { exists: 'keep' }), (error) => isSoilError(error, 'SOIL_STORAGE'));
  });

  it('keeps a link to a folder', async () => {
    const elsewhere = await mkdtemp(join(home, 'elsewhere-'));
    await writeFile(join(elsewhere, 'mine.txt'), 'mine');
    await symlink(elsewhere, target);
    assert.equal(await extractArchive(zip, target, { exists: 'keep' }), target);
    assert.deepEqual(await listing(target), ['mine.txt']);
  });

  it('keeps a link to an empty folder, and a folder with hidden files of a person', async () => {
    const elsewhere = await mkdtemp(join(home, 'elsewhere-'));
    await symlink(elsewhere, target);
    assert.equal(await extractArchive(zip, target, { exists: 'keep' }), target);
    assert.deepEqual([(await lstat(target)).isSymbolicLink(), await listing(target)], [true, []]);
    await rm(target);
    await mkdir(target);
    await writeFile(join(target, '.env'), 'mine');
    await extractArchive(zip, target, { exists: 'keep' });
    assert.deepEqual(await listing(target), ['.env']);
  });

  it('takes the place of a folder without any file, instead of keeping it', async () => {
    for (const leftovers of [[], ['.DS_Store'], ['Thumbs.db', 'desktop.ini'], ['points/deep/._ph.csv']]) {
      await mkdir(join(target, 'points', 'deep'), { recursive: true });
      for (const name of leftovers) {
        await mkdir(dirname(join(target, name)), { recursive: true });
        await writeFile(join(target, name), 'x');
      }
      assert.equal(await extractArchive(zip, target, { exists: 'keep' }), target);
      assert.deepEqual(await listing(home), WHOLE_LISTING, leftovers.join());
      await rm(target, { recursive: true });
    }
  });

  it('keeps a folder whose one file lies deep in it, or is a link', async () => {
    await mkdir(join(target, 'a', 'b'), { recursive: true });
    await symlink('mine.csv', join(target, 'a', 'b', 'link.csv'));
    await extractArchive(zip, target, { exists: 'keep' });
    assert.deepEqual(await listing(target), ['a', 'a/b', 'a/b/link.csv']);
  });

  it('keeps the result of the first if several find the same empty folder', async () => {
    await mkdir(target);
    const places = await Promise.all(Array.from({ length: 8 }, () => extractArchive(zip, target, { exists: 'keep' })));
    assert.deepEqual(new Set(places), new Set([target]));
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('takes turns with others that want the same place: each succeeds, and nothing else is left', async () => {
    await Promise.all(Array.from({ length: 8 }, () => extractArchive(zip, target, { exists: 'replace' })));
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('takes turns with the one before it, even if the one before that has already ended', async () => {
    let [begin, goOn] = [(): void => undefined, (): void => undefined];
    const [begun, held] = [new Promise<void>((resolve) => (begin = resolve)), new Promise<void>((resolve) => (goOn = resolve))];
    const slow = faultyFiles(({ operation }) => void (operation === 'mkdir' && begin())).files;
    const mkdir = async (...given: Parameters<typeof slow.mkdir>): Promise<string | undefined> => {
      await slow.mkdir(...given);
      await held;
      return undefined;
    };
    const [first, second] = [{}, { files: { ...slow, mkdir } as typeof slow }].map((more) => extractArchive(zip, target, { exists: 'replace', ...more }));
    await first;
    await begun;
    const { files, calls } = faultyFiles(() => undefined);
    const third = extractArchive(zip, target, { exists: 'replace', files });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(calls, []);
    goOn();
    await Promise.all([second, third]);
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('leaves nothing of the places in memory', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const before = heapInUse();
    for (let count = 0; count < 10_000; count++) await assert.rejects(extractArchive(zip, `${target}${count}`, { exists: 'replace', signal }), /stopped/);
    assert.ok(heapInUse() - before < 1_000_000);
  });

  it('leaves no file open, whether or not it succeeds', async () => {
    const path = join(home, 'soil.zip');
    for (const [content, exists] of [[zip, 'replace'], [zip, 'keep'], [buildZip([{ name: 'a.csv', content: csv, local: { crc: 7 }, central: { crc: 7 } }]), 'replace']] as const) {
      await writeFile(path, content);
      await extractArchive(path, target, { exists }).catch(() => undefined);
      assert.deepEqual((await openFiles()).filter((file) => file.startsWith(home)), []);
    }
  });

  it('makes the folder if there is none to keep', async () => {
    assert.equal(await extractArchive(zip, target, { exists: 'keep' }), target);
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('makes a folder with the longest possible name', async () => {
    await extractArchive(zip, join(home, 'x'.repeat(255)), { exists: 'replace' });
    assert.equal((await listing(join(home, 'x'.repeat(255)))).length, 6);
  });

  it('keeps a folder that appears in the meantime', async () => {
    const { files } = faultyFiles(({ operation, number }) => (operation === 'lstat' && number <= 2 ? systemError('ENOENT') : undefined));
    await mkdir(target);
    await writeFile(join(target, 'mine.txt'), 'mine');
    assert.equal(await extractArchive(zip, target, { exists: 'keep', files }), target);
    assert.deepEqual(await listing(home), ['soil', 'soil/mine.txt']);
  });

  it('replaces a folder if asked to', async () => {
    await mkdir(target);
    await writeFile(join(target, 'old.txt'), 'old');
    await extractArchive(zip, target, { exists: 'replace' });
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('takes the next number if asked to', async () => {
    const folders = [];
    for (let count = 0; count < 3; count++) folders.push(await extractArchive(zip, target, { exists: 'number' }));
    assert.deepEqual(folders, [target, `${target}-2`, `${target}-3`]);
  });

  it('takes a number for each of several at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => extractArchive(zip, target, { exists: 'number' })));
    assert.equal(new Set(all).size, 8);
    assert.equal((await readdir(home)).length, 8);
  });

  it('works on Windows, where no folder can take the place of another, not even of an empty one', async () => {
    const { files } = faultyFiles(({ operation, to = '' }) => (operation === 'rename' && existsSync(to) ? systemError('EPERM') : undefined));
    assert.equal(await extractArchive(zip, target, { exists: 'replace', files }), target);
    assert.deepEqual(await listing(home), WHOLE_LISTING);
    await extractArchive(zip, target, { exists: 'replace', files });
    assert.deepEqual(await listing(home), WHOLE_LISTING);
    await Promise.all(Array.from({ length: 3 }, () => extractArchive(zip, target, { exists: 'number', files })));
    assert.deepEqual(await readdir(home), ['soil', 'soil-2', 'soil-3', 'soil-4']);
  });

  it('never writes through a symbolic link in its place', async () => {
    const elsewhere = join(home, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, target);
    await extractArchive(zip, target, { exists: 'replace' });
    assert.deepEqual(await readdir(elsewhere), []);
    assert.ok((await lstat(target)).isDirectory());
  });

  it('leaves nothing behind if an entry turns out to be corrupt', async () => {
    const corrupt = buildZip([{ name: 'a.csv', content: csv }, { name: 'b.csv', content: csv, local: { crc: 7 }, central: { crc: 7 } }]);
    await assert.rejects(extractArchive(corrupt, target, { exists: 'replace' }), (error) => isSoilError(error, 'SOIL_ARCHIVE'));
    assert.deepEqual(await listing(home), []);
  });

  it('leaves nothing behind if it is stopped', async () => {
    const stop = new AbortController();
    const reason = new Error('redeployed');
    const { files } = faultyFiles(({ operation }) => {
      if (operation === 'write') stop.abort(reason);
      return undefined;
    });
    await assert.rejects(extractArchive(zip, target, { exists: 'replace', signal: stop.signal, files }), reason);
    assert.deepEqual(await listing(home), []);
  });

  it('removes what a killed process left unfinished', async () => {
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), join(__dirname, '../processes/killed-writer.ts'), home]);
    await once(child, 'exit');
    assert.equal((await readdir(home)).length, 1);
    await extractArchive(zip, target, { exists: 'replace' });
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('removes what a killed process left of the folder that it had replaced', async () => {
    const path = join(home, 'soil.zip');
    await writeFile(path, zip);
    await mkdir(target);
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), join(__dirname, 'killed-replacer.ts'), path, target]);
    await once(child, 'exit');
    await rm(path);
    assert.equal((await readdir(home)).length, 2, 'the new folder and the old one');
    await extractArchive(zip, target, { exists: 'replace' });
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });
});
