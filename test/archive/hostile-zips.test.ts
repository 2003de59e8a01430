import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractArchive } from '../../src/archive/extract-archive';
import { openArchive } from '../../src/archive/safe-archive';
import { verifyArchive } from '../../src/archive/verify-archive';
import { isSoilError } from '../../src/errors/soil-error';
import { hostileZips } from './hostile-zips';

const refused = (because: string) => (error: unknown): boolean => {
  assert.ok(isSoilError(error, 'SOIL_ARCHIVE'), String(error));
  assert.ok(error.message.includes(because), error.message);
  assert.equal(error.message.match(/was not used/g)?.length, 1, error.message);
  assert.ok(error.message.length < 600, error.message);
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch(error.message, /[\u0000-\u001f\u007f-\uffff]/);
  return true;
};

describe('a hostile zip', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('comes in more than the 26 classes that are known to fool readers, each with its own name', () => {
    assert.ok(hostileZips.length >= 150, `${hostileZips.length}`);
    assert.equal(new Set(hostileZips.map(({ name }) => name)).size, hostileZips.length);
  });

  for (const { name, zip, because, onlyWhenRead } of hostileZips) {
    it(`is refused, and nothing is left behind: ${name}`, async () => {
      const bytes = zip();
      const path = join(folder, 'hostile.zip');
      await writeFile(path, bytes);
      for (const source of [bytes, path]) {
        if (onlyWhenRead) await (await openArchive(source)).close();
        else await assert.rejects(openArchive(source), refused(because));
        await assert.rejects(verifyArchive(source, { deep: true }), refused(because));
        await assert.rejects(extractArchive(source, join(folder, 'out'), { exists: 'replace' }), refused(because));
      }
      assert.deepEqual(await readdir(folder), ['hostile.zip']);
    });
  }
});
