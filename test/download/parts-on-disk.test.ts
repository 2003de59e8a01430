import assert from 'node:assert/strict';
import { link, lstat, mkdir, readFile, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineProcesses } from '../../src/processes/process-mark';
import { faultyFiles } from '../archive/faulty-files';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';

const content = zipOf(5000);

describe('a download that grows on the disk', () => {
  const scenario = DownloadScenario.inEachTest(content, 0);

  /** What the disk says of the bytes there, as soon as it says that they are of the file with this tag. */
  async function noteThatNames(tag: string): Promise<Record<string, unknown>> {
    for (;;) {
      const text = await scenario.read('soil.zip.part.json').catch(() => '');
      // The first note is there for a moment before its words are.
      const note = JSON.parse(text.toString() || '{}') as Record<string, unknown>;
      if (note.etag === tag) return note;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it('asks the server if an earlier attempt left only a note that the file is empty', async () => {
    await writeFile(join(scenario.folder, 'soil.zip.part'), '');
    const owner = { ...machineProcesses.own(), token: 'x' };
    await writeFile(join(scenario.folder, 'soil.zip.part.json'), JSON.stringify({ version: 1, origin: 'job job-1 of service-1', etag: '"v1"', total: 0, owner }));
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.attempts, 1);
  });

  it('gives up when its budget is spent without progress, keeps what it has, and goes on from there when asked again', async () => {
    const { server } = scenario;
    server.answers.push({ cutAfter: 1000 }, ...new Array<object>(20).fill({ cutAfter: 0 }));
    const error = await failureOf(scenario.download({ retryBudgetSeconds: 10 }), 'SOIL_DOWNLOAD', /closed the connection .*\(\d+ attempts\)/);
    assert.deepEqual([Object.keys(error.cause).sort(), error.cause.url], [['detail', 'method', 'url'], `${server.origin}/soil.zip`]);
    assert.ok(scenario.delays.reduce((sum, { seconds }) => sum + seconds, 0) <= 10);
    assert.deepEqual(await scenario.names(), ['soil.zip.part', 'soil.zip.part.json']);
    assert.ok((await scenario.read('soil.zip.part')).equals(content.subarray(0, 1000)));
    assert.doesNotMatch(await readFile(join(scenario.folder, 'soil.zip.part.json'), 'utf8'), /secret|signature|http/);

    server.answers.length = 0;
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, file.resumed, server.requests.at(-1)?.range], [1, 1, 'bytes=1000-']);
  });

  it('goes on with what an aborted one left, without a request if nothing is missing', async () => {
    const stop = new AbortController();
    const reason = new Error('redeployed');
    const large = zipOf(3_000_000);
    scenario.server.content = large;
    scenario.server.answers.push({ stallAfter: 2_000_000 });
    const aborted = scenario.download({ signal: stop.signal });
    // What a killed process leaves is of use as well.
    const { total, origin } = await noteThatNames('"v1"');
    assert.deepEqual([total, origin], [large.length, 'job job-1 of service-1']);
    stop.abort(reason);
    await assert.rejects(aborted, reason);
    const left = await scenario.read('soil.zip.part');
    assert.ok(left.length >= 2 ** 20 && left.equals(large.subarray(0, left.length)), `${left.length} bytes`);
    await writeFile(join(scenario.folder, 'soil.zip.part'), large);
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, file.resumed], [0, 0]);
  });

  it('that is stopped while it is brought to the disk has all of it for the next attempt, and no name yet', async () => {
    for (const exists of ['number', 'replace', 'keep'] as const) {
      const stop = new AbortController();
      const { files } = faultyFiles(({ operation, path }) => void (operation === 'sync' && path.endsWith('.part') && stop.abort(new Error('stopped'))));
      await assert.rejects(scenario.download({ exists, signal: stop.signal }, { files }), /stopped/);
      assert.deepEqual(await scenario.names(), ['soil.zip.part', 'soil.zip.part.json'], exists);
      const { length } = scenario.server.requests;
      await scenario.assertWhole(await scenario.download({ exists }));
      assert.equal(scenario.server.requests.length, length);
      await unlink(join(scenario.folder, 'soil.zip'));
    }
  });

  it('says on the disk at any moment which file the bytes there are of, or nothing', async () => {
    const { server } = scenario;
    server.content = zipOf(3_000_000);
    const changeTo = (content: Buffer, etag: string) => (): void => void ([server.content, server.etag] = [content, etag]);
    server.answers.push({ cutAfter: 2_000_000 }, { before: changeTo(zipOf(3_000_000, 2), '"v2"'), stallAfter: 1000 });
    const stop = new AbortController();
    const aborted = scenario.download({ signal: stop.signal });
    await noteThatNames('"v2"');
    stop.abort(new Error('killed'));
    await assert.rejects(aborted, /killed/);
  });

  it('never goes on with what another job left, nor with a longer or a doubtful part', async () => {
    const leave = async (note: object | string, part = content.subarray(0, 1000)): Promise<void> => {
      await writeFile(join(scenario.folder, 'soil.zip.part'), part);
      await writeFile(join(scenario.folder, 'soil.zip.part.json'), typeof note === 'string' ? note : JSON.stringify(note));
      const aMinuteAgo = scenario.clock.now() / 1000 - 60;
      for (const name of ['soil.zip.part', 'soil.zip.part.json']) await utimes(join(scenario.folder, name), aMinuteAgo, aMinuteAgo);
    };
    const owner = { ...machineProcesses.own(), token: 'x' };
    const good = { version: 1, origin: 'job job-1 of service-1', etag: '"v1"', total: content.length, owner };
    const notes: [object | string, Buffer?][] = [
      [{ ...good, origin: 'job job-2' }],
      [{ ...good, etag: undefined }],
      [{ ...good, version: 2 }],
      [{ ...good, total: 900 }],
      [{ ...good, owner: undefined }],
      ['{"version":1,"orig'],
      ['null'],
      [''],
    ];
    for (const [note, part] of notes) {
      await leave(note, part);
      scenario.server.requests.length = 0;
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined], JSON.stringify(note));
    }
    await leave(good);
    assert.equal((await scenario.download()).resumed, 1);
    // Another service may have a job of the same identifier: what a kill left whole is not given out as its file.
    await leave({ ...good, origin: 'job job-1 of service-2' }, content);
    assert.equal((await scenario.download()).resumed, 0);
  });

  it('checks every byte of a zip that was begun earlier, and fetches it again if one is wrong', async () => {
    scenario.server.answers.push({ cutAfter: 2000 }, { status: 403 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    const part = await scenario.read('soil.zip.part');
    part[1000] = (part[1000] as number) ^ 1;
    await writeFile(join(scenario.folder, 'soil.zip.part'), part);
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.slice(2).map(({ range }) => range), ['bytes=2000-', undefined]);
    assert.deepEqual([file.attempts, file.resumed], [2, 1], 'all of this download');
  });

  it('begins again if only the note of an earlier attempt is left', async () => {
    scenario.server.answers.push({ cutAfter: 1500 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    await unlink(join(scenario.folder, 'soil.zip.part'));
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.resumed, 0);
  });

  it('does not touch a folder that took the place of a part, whatever its note says', async () => {
    scenario.server.answers.push({ cutAfter: 1500 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    await unlink(join(scenario.folder, 'soil.zip.part'));
    await mkdir(join(scenario.folder, 'soil.zip.part'));
    const { path } = await scenario.download();
    assert.ok((await readFile(path)).equals(scenario.server.content));
    assert.deepEqual(await scenario.names(), ['soil.zip', 'soil.zip.part']);
  });

  it('never follows a symbolic link in the place of its part', async () => {
    const elsewhere = join(scenario.folder, 'elsewhere');
    await writeFile(elsewhere, 'precious');
    await symlink(elsewhere, join(scenario.folder, 'soil.zip.part'));
    await scenario.download();
    assert.equal(await readFile(elsewhere, 'utf8'), 'precious');
    assert.ok((await lstat(join(scenario.folder, 'soil.zip.part'))).isSymbolicLink());
  });

  it('does not touch a part that is not its own', async () => {
    await writeFile(join(scenario.folder, 'soil.zip.part'), 'of another program');
    scenario.server.answers.push({ cutAfter: 1000 });
    const file = await scenario.download();
    assert.ok((await readFile(file.path)).equals(content));
    assert.deepEqual(await scenario.names(), ['soil.zip', 'soil.zip.part']);
    assert.equal((await scenario.read('soil.zip.part')).toString(), 'of another program');
  });

  it('never writes to a part that is a finished file as well', async () => {
    const finished = join(scenario.folder, 'finished.zip');
    await writeFile(finished, content.subarray(0, 1000));
    await link(finished, join(scenario.folder, 'soil.zip.part'));
    const owner = { ...machineProcesses.own(), token: 'x' };
    await writeFile(join(scenario.folder, 'soil.zip.part.json'), JSON.stringify({ version: 1, origin: 'job job-1 of service-1', etag: '"v1"', total: 5000, owner }));
    await scenario.download();
    assert.ok((await readFile(finished)).equals(content.subarray(0, 1000)));
    assert.deepEqual(await scenario.names(), ['finished.zip', 'soil.zip']);
  });

  it('does not touch a part that another program or machine may be writing, until nothing has changed for an hour', async () => {
    const part = join(scenario.folder, 'soil.zip.part');
    const now = scenario.clock.now() / 1000;
    const own = machineProcesses.own();
    const living = { ...own, pid: process.ppid, started: machineProcesses.started(process.ppid) };
    const distant = { pid: 1, started: '1', boot: 'of another machine', space: 'pid:[1]', machine: null, host: 'another-machine' };
    for (const [owner, age, taken] of [
      [living, 60, true],
      [living, 3700, false],
      [distant, 60, true],
      [distant, 3700, false],
      [{ ...own, pid: 2 ** 22 + 1 }, 60, false],
    ] as const) {
      await writeFile(part, content.subarray(0, 1000));
      await writeFile(`${part}.json`, JSON.stringify({ version: 1, origin: 'job job-1 of service-1', etag: '"v1"', total: 5000, owner: { ...owner, token: 'x' } }));
      for (const path of [part, `${part}.json`]) await utimes(path, now - age, now - age);
      scenario.server.requests.length = 0;
      await scenario.download();
      assert.deepEqual(scenario.server.requests.map(({ range }) => range), [taken ? undefined : 'bytes=1000-'], JSON.stringify(owner));
      assert.deepEqual(await scenario.names(), taken ? ['soil.zip', 'soil.zip.part', 'soil.zip.part.json'] : ['soil.zip']);
    }
  });

  it('is tied to its link if it has no job, whatever the signed part of the link', async () => {
    scenario.server.answers.push({ cutAfter: 1000 }, { status: 410 }, { status: 410 });
    const { origin } = scenario.server;
    await failureOf(scenario.download({ job: undefined, url: `${origin}/a.zip?signature=secret` }), 'SOIL_LINK_EXPIRED');
    await failureOf(scenario.download({ job: undefined, url: `${origin}/a.zip?signature=secret-2` }), 'SOIL_LINK_EXPIRED');
    assert.equal(scenario.server.requests.at(-1)?.range, 'bytes=1000-');
    await scenario.download({ job: undefined, url: `${origin}/b.zip?signature=secret` });
    assert.equal(scenario.server.requests.at(-1)?.range, undefined);
  });
});
