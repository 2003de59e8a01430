import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultyFiles, systemError, type FileCall } from '../archive/faulty-files';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';

const content = zipOf(100_000);
const isTemporary = (path: string): boolean => path.endsWith('.tmp');

describe('a small download', () => {
  const scenario = DownloadScenario.inEachTest(content);
  const old = zipOf(300, 9);
  const none = (): undefined => undefined;

  it('touches the disk only when it is whole and sound', async () => {
    for (const answer of [{ cutAfter: 50_000 }, { body: Buffer.concat([content.subarray(0, 99_999), Buffer.from('!')]) }]) {
      const { files, calls } = faultyFiles(none);
      scenario.server.answers.push(answer, { status: 410 });
      await assert.rejects(scenario.download({}, { files }));
      assert.deepEqual(calls.map(({ operation }) => operation).filter((operation) => !['realpath', 'lstat'].includes(operation)), []);
      scenario.server.answers.length = 0;
    }
  });

  it('is synced to the disk before it gets its name, and its name at the end', async () => {
    const { files, calls } = faultyFiles(none);
    await scenario.assertWhole(await scenario.download({}, { files }));
    const order = calls.filter(({ operation }) => ['write', 'sync', 'rename'].includes(operation));
    assert.deepEqual(order.map(({ operation }) => operation), ['write', 'sync', 'rename', 'sync']);
    assert.ok(order.slice(0, 3).every(({ path }) => isTemporary(path)) && order[3]?.path === scenario.folder);
  });

  it('is one of at most so many bytes', async () => {
    for (const [smallBytes, written] of [[content.length, '.tmp'], [content.length - 1, '.part']] as const) {
      const { files, calls } = faultyFiles(none);
      await scenario.assertWhole(await scenario.download({}, { files, smallBytes }));
      assert.ok(calls.filter(({ operation }) => operation === 'write').every(({ path }) => path.endsWith(written)));
    }
  });

  it('touches it no sooner if it breaks off and has no tag by which it could be resumed', async () => {
    const { files, calls } = faultyFiles(none);
    scenario.server.etag = undefined;
    scenario.server.answers.push({ cutAfter: 50_000 });
    await scenario.assertWhole(await scenario.download({}, { files }));
    assert.deepEqual(calls.filter(({ operation, path }) => operation === 'open' && !isTemporary(path) && path !== scenario.folder), []);
  });

  const faults: [what: string, when: (call: FileCall) => boolean, code: string, said: RegExp][] = [
    ['takes no new file', ({ operation }) => operation === 'open', 'EROFS', /read-only/],
    ['is full', ({ operation }) => operation === 'write', 'ENOSPC', /the disk is full \(ENOSPC\)\. Free some space/],
    ['breaks when the file is brought to it', ({ operation, number }) => operation === 'sync' && number === 1, 'EIO', /the disk reported an error/],
    ['breaks when the file is closed', ({ operation, number }) => operation === 'close' && number === 1, 'EDQUOT', /the disk quota is used up/],
    ['takes no rename', ({ operation }) => operation === 'rename', 'EACCES', /the user that Node-RED runs as lacks the permission/],
    ['does not tell what is there', ({ operation, path }) => operation === 'lstat' && path.endsWith('.part.json'), 'ESTALE', /network share was lost/],
  ];
  for (const [what, when, code, said] of faults) {
    it(`to a disk that ${what} leaves nothing, and the earlier file whole`, async () => {
      await writeFile(join(scenario.folder, 'soil.zip'), old);
      const { files } = faultyFiles((call) => (when(call) ? systemError(code) : undefined));
      const error = await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', said);
      assert.equal(error.cause.detail, code);
      assert.ok((await scenario.read()).equals(old));
      assert.deepEqual(await scenario.names(), ['soil.zip']);
    });
  }

  it('to a folder that cannot be brought to the disk says so', async () => {
    const { files, open } = faultyFiles(({ operation, number }) => (operation === 'sync' && number === 2 ? systemError('EIO') : undefined));
    await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', /the disk reported an error/);
    assert.equal(open(), 0);
  });

  it('is written whole to a disk that takes a part of each write', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'write' ? { takes: 30_011 } : undefined));
    await scenario.assertWhole(await scenario.download({}, { files }));
  });

  it('removes what a killed process left half written, and nothing else', async () => {
    const others = ['.soil-data-notes.tmp', '.soil-data-', 'soil-2.zip.part', 'readme.txt'];
    for (const name of others) await writeFile(join(scenario.folder, name), 'of a person');
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), join(__dirname, '../processes/killed-writer.ts'), scenario.folder]);
    await once(child, 'exit');
    const left = (await readdir(scenario.folder)).filter((name) => !others.includes(name));
    assert.equal(left.length, 1, `${left.length}`);
    const file = await scenario.download();
    assert.ok((await readFile(file.path)).equals(content));
    assert.deepEqual(await scenario.names(), [...others, 'soil.zip'].sort());
  });

  it('goes on with what an earlier attempt left of a file that was large', async () => {
    scenario.server.content = zipOf(700_000);
    scenario.server.answers.push({ cutAfter: 600_000 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    assert.deepEqual(await scenario.names(), ['soil.zip.part', 'soil.zip.part.json']);
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.resumed, scenario.server.requests.at(-1)?.range], [1, 'bytes=600000-']);
  });

  it('that turns out to be large, or of unknown length, goes on on the disk', async () => {
    const { server } = scenario;
    const large = (): void => void ([server.content, server.etag] = [zipOf(700_000, 3), '"v2"']);
    server.answers.push({ cutAfter: 50_000 }, { before: large, cutAfter: 650_000 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(server.requests.map(({ range }) => range), [undefined, 'bytes=50000-', 'bytes=650000-']);
    server.answers.push({ length: 'chunked', cutAfter: 60_000 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    assert.deepEqual(await scenario.names(), ['soil.zip', 'soil.zip.part', 'soil.zip.part.json']);
  });
});
