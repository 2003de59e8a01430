import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeFile } from '../../src/download/place-file';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { failureOf } from './download-scenario';

describe('the place of a finished download', () => {
  let folder: string;
  let part: string;
  let target: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'place-'));
    [part, target] = [join(folder, 'soil.zip.part'), join(folder, 'soil.zip')];
    await writeFile(part, 'new');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const { files } = faultyFiles(() => undefined);
  const names = async (): Promise<string[]> => (await readdir(folder)).sort();

  it('is its name if that is free', async () => {
    for (const exists of ['replace', 'keep', 'number'] as const) {
      await writeFile(part, exists);
      assert.equal(await placeFile(part, target, exists, files), target);
      assert.equal(await readFile(target, 'utf8'), exists);
      assert.deepEqual(await names(), ['soil.zip']);
      await rm(target);
    }
  });

  it('is where it was if the file of its name is to be kept', async () => {
    await writeFile(target, 'old');
    assert.equal(await placeFile(part, target, 'keep', files), undefined);
    assert.deepEqual([await readFile(target, 'utf8'), await readFile(part, 'utf8')], ['old', 'new']);
  });

  it('has a number up to 9999, and after that there is none', async () => {
    const crowded = (free: number): typeof files => faultyFiles(({ operation, number }) => (operation === 'link' && number < free ? systemError('EEXIST') : undefined)).files;
    assert.equal(await placeFile(part, target, 'number', crowded(9999)), join(folder, 'soil-9999.zip'));
    await writeFile(part, 'new');
    const error = await failureOf(placeFile(part, target, 'number', crowded(10_000)), 'SOIL_STORAGE', /^Cannot put the finished download in its place at .*soil\.zip: there is already something of that name/);
    assert.equal(error.cause.detail, 'EEXIST');
    assert.equal(await readFile(part, 'utf8'), 'new');
  });

  it('is not searched for further if the disk fails', async () => {
    for (const exists of ['replace', 'keep', 'number'] as const) {
      const broken = faultyFiles(({ operation }) => (operation === 'link' || operation === 'rename' ? systemError('EIO') : undefined));
      await failureOf(placeFile(part, target, exists, broken.files), 'SOIL_STORAGE', /^Cannot put the finished download in its place .*the disk reported an error/);
      assert.deepEqual([broken.calls.filter(({ operation }) => operation === 'rename').length, await names()], [1, ['soil.zip.part']]);
    }
  });
});
