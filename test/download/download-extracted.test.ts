import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildZip } from '../archive/zip-builder';
import { DownloadScenario, failureOf, sha256, zipOf } from './download-scenario';

describe('a download that is to be extracted', () => {
  const scenario = DownloadScenario.inEachTest(zipOf(5000));
  const zip = buildZip([{ name: 'points/ph.csv', content: 'id\n1\n' }, { name: 'LICENCE.txt', content: 'CC-BY' }]);
  beforeEach(() => void (scenario.server.content = zip));

  /** Notes of a part are also written under a temporary name first: only a folder tells that files come out of the zip. */
  const untilUnpacking = async (): Promise<void> => {
    const isUnpacking = async (): Promise<boolean> =>
      (await readdir(scenario.folder, { withFileTypes: true })).some((entry) => entry.isDirectory() && entry.name.endsWith('.tmp'));
    while (!(await isUnpacking())) await new Promise(setImmediate);
  };

  it('gives the folder, and keeps the zip beside it', async () => {
    const file = await scenario.download({ extract: true });
    assert.deepEqual([file.path, file.archive, file.entries], [join(scenario.folder, 'soil'), join(scenario.folder, 'soil.zip'), 2]);
    assert.equal(await readFile(join(file.path, 'points/ph.csv'), 'utf8'), 'id\n1\n');
    assert.deepEqual(await scenario.names(), ['soil', 'soil.zip']);
  });

  it('does with an earlier folder what it does with an earlier file', async () => {
    await mkdir(join(scenario.folder, 'soil'));
    await writeFile(join(scenario.folder, 'soil', 'mine.txt'), 'mine');
    await scenario.download({ extract: true, exists: 'keep' });
    assert.deepEqual(await readdir(join(scenario.folder, 'soil')), ['mine.txt']);
    assert.equal((await scenario.download({ extract: true, exists: 'number' })).path, join(scenario.folder, 'soil-2'));
    await scenario.download({ extract: true, exists: 'replace' });
    assert.deepEqual((await readdir(join(scenario.folder, 'soil'))).sort(), ['LICENCE.txt', 'points']);
  });

  it('gives zip and folder the same number, where earlier ones are not both there', async () => {
    const pair = async (): Promise<(string | undefined)[]> => {
      const { path, archive } = await scenario.download({ extract: true, exists: 'number' });
      return [path, archive];
    };
    const numbered = (name: string): string[] => [join(scenario.folder, name), join(scenario.folder, `${name}.zip`)];
    assert.deepEqual(await pair(), numbered('soil'));
    await rm(join(scenario.folder, 'soil.zip'));
    assert.deepEqual(await pair(), numbered('soil-2'), 'a zip that was deleted leaves its folder');
    await rm(join(scenario.folder, 'soil-2'), { recursive: true });
    assert.deepEqual(await pair(), numbered('soil-3'), 'a folder that was deleted leaves its zip');
  });

  it('gives an earlier folder without its zip as it is, sends no request, and names no zip', async () => {
    await mkdir(join(scenario.folder, 'soil', 'points'), { recursive: true });
    for (const name of ['a.txt', 'points/b.txt']) await writeFile(join(scenario.folder, 'soil', name), 'mine');
    const kept = await scenario.download({ extract: true, exists: 'keep' });
    assert.deepEqual(kept, { path: join(scenario.folder, 'soil'), bytes: 8, sha256: null, resumed: 0, attempts: 0, expires: null, entries: 2 });
    assert.deepEqual([scenario.server.requests.length, await scenario.names()], [0, ['soil']]);
  });

  it('gives an earlier zip with its earlier folder as it is, and stops unpacking such a zip when asked to', async () => {
    scenario.server.content = buildZip(Array.from({ length: 100 }, (_, index) => ({ name: `${index}.csv`, content: 'x' })));
    const keep = { extract: true, exists: 'keep' } as const;
    const { path } = await scenario.download(keep);
    await writeFile(join(path, '7.csv'), 'mine');
    await scenario.download(keep);
    assert.equal(await readFile(join(path, '7.csv'), 'utf8'), 'mine');
    await rm(path, { recursive: true });
    const stop = new AbortController();
    const stopped = assert.rejects(scenario.download({ ...keep, signal: stop.signal }), /stopped/);
    await untilUnpacking();
    stop.abort(new Error('stopped'));
    await stopped;
    assert.deepEqual([scenario.server.requests.length, await scenario.names()], [1, ['soil.zip']]);
  });

  it('fetches and fills a folder without any file, as it is left where old files are deleted', async () => {
    await scenario.download({ extract: true, exists: 'keep' });
    const [clean] = /find ~\/\.node-red\/soil-data\/downloads .* -delete/.exec(await readFile('docs/unattended.md', 'utf8'))!;
    const monthAgo = new Date(Date.now() - 40 * 24 * 3_600_000);
    for (const name of ['soil.zip', 'soil/LICENCE.txt', 'soil/points/ph.csv']) await utimes(join(scenario.folder, name), monthAgo, monthAgo);
    const cleanUp = (): string => execFileSync('sh', ['-c', clean.replace('~/.node-red/soil-data/downloads', scenario.folder)], { encoding: 'utf8' });
    cleanUp();
    assert.deepEqual([await scenario.names(), await readdir(join(scenario.folder, 'soil'))], [['soil'], ['points']]);
    const requests = scenario.server.requests.length;

    const filled = await scenario.download({ extract: true, exists: 'keep' });
    assert.deepEqual([filled.entries, filled.archive], [2, join(scenario.folder, 'soil.zip')]);
    assert.ok(scenario.server.requests.length > requests, 'it is fetched');
    assert.equal(await readFile(join(filled.path, 'points/ph.csv'), 'utf8'), 'id\n1\n');
    assert.deepEqual(await scenario.names(), ['soil', 'soil.zip']);

    await mkdir(join(scenario.folder, 'old'));
    await utimes(join(scenario.folder, 'old'), monthAgo, monthAgo);
    await mkdir(join(scenario.folder, 'new'));
    cleanUp();
    assert.deepEqual(await scenario.names(), ['new', 'soil', 'soil.zip'], 'an empty folder that was left goes, and one that is being filled stays');
  });

  it('does not give a file as the folder: it says so before anything is fetched', async () => {
    await writeFile(join(scenario.folder, 'soil'), 'a file in the way');
    await failureOf(scenario.download({ extract: true, exists: 'keep' }), 'SOIL_STORAGE', /is to be kept, but it is not a folder\. Remove it, or choose "replace"/);
    assert.equal(scenario.server.requests.length, 0);
  });

  it('finds a name for the folder if the file has no extension', async () => {
    assert.equal((await scenario.download({ extract: true, filename: 'soil' })).path, join(scenario.folder, 'soil-files'));
  });

  it('has a folder of its own even if names have dots: what is kept there is never that of another field', async () => {
    const north = await scenario.download({ extract: true, exists: 'keep', filename: 'farm.north' });
    scenario.server.content = buildZip([{ name: 'south.csv', content: 'id\n2\n' }]);
    const south = await scenario.download({ extract: true, exists: 'keep', filename: 'farm.south' });
    assert.deepEqual(await readdir(south.path), ['south.csv']);
    assert.deepEqual((await readdir(north.path)).sort(), ['LICENCE.txt', 'points']);
  });

  it('has the folder of the zip beside it, even if a large one was being unpacked when a small one took the place of its zip', async () => {
    scenario.server.content = buildZip(Array.from({ length: 200 }, (_, index) => ({ name: `north-${index}.csv`, content: 'id\n1\n' })));
    const north = scenario.download({ extract: true, job: 'north' });
    while (!(await scenario.names()).includes('soil.zip')) await pause(1);
    scenario.server.content = buildZip([{ name: 'south.csv', content: 'id\n2\n' }]);
    const south = await scenario.download({ extract: true, job: 'south' });
    await north;
    assert.deepEqual([south.sha256, await readdir(south.path)], [sha256(await readFile(south.archive!)), ['south.csv']]);
  });

  it('is not fetched again if it was stopped while it was unpacked, and leaves what was there as it was until then', async () => {
    const many = (content: string): Buffer => buildZip(Array.from({ length: 100 }, (_, index) => ({ name: `${index}.csv`, content })));
    for (const exists of ['number', 'replace'] as const) {
      scenario.server.content = many('old');
      if (exists === 'replace') await scenario.download({ extract: true, exists, job: 'old' });
      const before = await scenario.names();
      Object.assign(scenario.server, { content: many('new'), etag: `"${exists}"` });
      const stop = new AbortController();
      const stopped = assert.rejects(scenario.download({ extract: true, exists, signal: stop.signal }, { smallBytes: 0 }), /stopped/);
      await untilUnpacking();
      stop.abort(new Error('stopped'));
      await stopped;
      assert.deepEqual(await scenario.names(), [...before, 'soil.zip.part', 'soil.zip.part.json']);
      if (exists === 'replace') assert.ok((await scenario.read()).equals(many('old')));
      const { length } = scenario.server.requests;
      const file = await scenario.download({ extract: true, exists }, { smallBytes: 0 });
      assert.deepEqual([scenario.server.requests.length - length, file.bytes, await scenario.names()], [0, many('new').length, ['soil', 'soil.zip']]);
      assert.equal(await readFile(join(file.path, '7.csv'), 'utf8'), 'new');
    }
  });

  it('gives the zip that came in its place while it was unpacked, if that is to be kept, with a folder of its own', async () => {
    const other = buildZip([{ name: 'other.csv', content: 'id\n2\n' }]);
    scenario.server.content = buildZip(Array.from({ length: 100 }, (_, index) => ({ name: `${index}.csv`, content: 'id\n1\n' })));
    for (const smallBytes of [undefined, 0]) {
      const download = scenario.download({ extract: true, exists: 'keep' }, { smallBytes });
      await untilUnpacking();
      await writeFile(join(scenario.folder, 'soil.zip'), other);
      const file = await download;
      assert.deepEqual([file.sha256, await readdir(file.path), await scenario.names()], [sha256(other), ['other.csv'], ['soil', 'soil.zip']]);
      for (const name of ['soil', 'soil.zip']) await rm(join(scenario.folder, name), { recursive: true });
    }
  });

  it('is not fetched again if it is to be kept and was stopped while it was unpacked, even from a server that names no version of its files', async () => {
    Object.assign(scenario.server, { content: buildZip(Array.from({ length: 300 }, (_, index) => ({ name: `${index}.csv`, content: 'x' }))), etag: undefined });
    for (const smallBytes of [undefined, 0]) {
      const stop = new AbortController();
      const stopped = assert.rejects(scenario.download({ extract: true, exists: 'keep', signal: stop.signal }, { smallBytes }), /stopped/);
      await untilUnpacking();
      stop.abort(new Error('stopped'));
      await stopped;
      assert.deepEqual(await scenario.names(), ['soil.zip']);
      const { length } = scenario.server.requests;
      const { path, archive } = await scenario.download({ extract: true, exists: 'keep' }, { smallBytes });
      assert.deepEqual([scenario.server.requests.length - length, (await readdir(path)).length], [0, 300]);
      await Promise.all([rm(path, { recursive: true }), rm(archive!)]);
    }
  });

  it('keeps the zip, and no partial file, if extracting fails', async () => {
    await writeFile(join(scenario.folder, 'soil-files'), 'a file in the way');
    scenario.server.content = buildZip([{ name: 'a.csv', content: 'x', local: { crc: 1 }, central: { crc: 1 } }]);
    await failureOf(scenario.download({ extract: true }), 'SOIL_ARCHIVE', /its checksum is wrong/);
    assert.deepEqual(await scenario.names(), ['soil-files', 'soil.zip']);
  });
});
