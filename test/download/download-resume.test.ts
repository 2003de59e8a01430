import assert from 'node:assert/strict';
import { mkdir, readFile, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';
import { cutAtOffsets, cutAtRandom } from './cut-downloads';

const content = zipOf(4096);
const changed = zipOf(4096, 2);

describe('a download that breaks off', () => {
  const scenario = DownloadScenario.inEachTest(content);

  /** What the disk says of the bytes there, as soon as it says that they are of the file with this tag. */
  async function noteThatNames(tag: string): Promise<Record<string, unknown>> {
    for (;;) {
      const text = await scenario.read('soil.zip.part.json').catch(() => '{}');
      const note = JSON.parse(text.toString()) as Record<string, unknown>;
      if (note.etag === tag) return note;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it('goes on from what it holds', async () => {
    const { server } = scenario;
    server.answers.push({ cutAfter: 1000 }, { cutAfter: 1500 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, file.resumed], [3, 2]);
    assert.deepEqual(server.requests.map(({ range, ifRange }) => [range, ifRange]), [[undefined, undefined], ['bytes=1000-', '"v1"'], ['bytes=2500-', '"v1"']]);
    assert.deepEqual(scenario.delays.map(({ reason, attempt }) => [reason, attempt]), [['retry', 2], ['retry', 3]]);
    assert.equal(server.sentBytes, content.length);
  });

  it('starts again where the file is another one by now, and mixes nothing', async () => {
    const { server } = scenario;
    const change = (): void => void ([server.content, server.etag] = [changed, '"v2"']);
    server.answers.push({ cutAfter: 1000 }, { before: change });
    await scenario.assertWhole(await scenario.download(), changed);
  });

  it('starts again where the server ignores the range', async () => {
    scenario.server.answers.push({ cutAfter: 1000 }, { ignoreRange: true });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.resumed, 0);
  });

  it('starts again where there is no strong validator', async () => {
    for (const etag of ['W/"v1"', undefined, 'v1', '']) {
      const { server } = scenario;
      [server.etag, server.requests.length] = [etag, 0];
      server.answers.push({ cutAfter: 1000 });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual(server.requests.map(({ range }) => range), [undefined, undefined]);
    }
  });

  const liars: [what: string, headers: Record<string, string | undefined>][] = [
    ['at another position', { 'content-range': `bytes 999-${content.length - 1}/${content.length}`, 'content-length': String(content.length - 1000) }],
    ['of another length', { 'content-range': `bytes 1000-${content.length}/${content.length + 1}` }],
    ['of an unknown length', { 'content-range': `bytes 1000-${content.length - 1}/*` }],
    ['of another file', { etag: '"v2"' }],
    ['of a file with a weak validator', { etag: 'W/"v1"' }],
    ['of a file without validator', { etag: undefined }],
    ['without position', { 'content-range': undefined }]
  ];
  for (const [what, headers] of liars) {
    it(`takes no part ${what}, and starts again at once`, async () => {
      scenario.server.answers.push({ cutAfter: 1000 }, { headers });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual([file.attempts, file.resumed], [3, 0]);
      assert.equal(scenario.server.requests[2]?.range, undefined);
      assert.equal(scenario.delays.length, 1);
    });
  }

  it('asks for the next part where the server sends a range in several', async () => {
    scenario.server.answers.push({ cutAfter: 1000 }, { rangeBytes: 1500 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=1000-', 'bytes=2500-']);
  });

  it('is not over with a part where the length was not known at first', async () => {
    scenario.server.answers.push({ length: 'chunked', cutAfter: 1000 }, { rangeBytes: 1500 });
    await scenario.assertWhole(await scenario.download());
    assert.equal(scenario.server.requests.length, 3);
  });

  it('goes on where a part is shorter than it says', async () => {
    const headers = { 'content-range': `bytes 1000-${content.length - 1}/${content.length}` };
    scenario.server.answers.push({ cutAfter: 1000 }, { status: 206, headers, body: content.subarray(1000, 1700), length: 'chunked' });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=1000-', 'bytes=1700-']);
    assert.equal(scenario.delays.length, 2);
  });

  it('gives up on a part that is shorter than it says for ever', async () => {
    const headers = { 'content-range': `bytes 1000-${content.length - 1}/${content.length}` };
    scenario.server.answers.push({ cutAfter: 1000 }, { status: 206, headers, body: '', length: 'chunked' });
    await failureOf(scenario.download({ retryBudgetSeconds: 1 }), 'SOIL_DOWNLOAD', /ended its answer at byte 1000 where 4096 were announced/);
  });

  it('takes no more than a part says it has', async () => {
    const headers = { 'content-range': `bytes 1000-1999/${content.length}` };
    scenario.server.answers.push({ cutAfter: 1000 }, { status: 206, headers, body: Buffer.alloc(3096, 1), length: 'chunked' });
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /sent more than the 2000 bytes that it announced/);
    assert.deepEqual(await scenario.names(), []);
  });

  it('is done where the server says that nothing is missing', async () => {
    // Without length, and cut right at the end: only the server knows.
    scenario.server.answers.push({ length: 'chunked', cutAfter: content.length - 1 }, { length: 'chunked', cutAfter: 0 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    scenario.server.requests.length = 0;
    const chunked = scenario.server;
    chunked.answers.push({ length: 'chunked', body: Buffer.concat([content, Buffer.from('!')]), cutAfter: content.length }, {});
    await scenario.assertWhole(await scenario.download());
    assert.equal(chunked.requests[1]?.range, `bytes=${content.length}-`);
  });

  it('starts again where the server says that there is no such range, and the length is another', async () => {
    scenario.server.answers.push({ cutAfter: 1000 }, { status: 416, headers: { 'content-range': 'bytes */900' } });
    await scenario.assertWhole(await scenario.download());
  });

  it('begins anew after the first bytes, which say whether it is a zip', async () => {
    scenario.server.answers.push({ cutAfter: 3 }, { cutAfter: 2 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.resumed, 0);
    scenario.server.requests.length = 0;
    scenario.server.answers.push({ cutAfter: 4 });
    assert.equal((await scenario.download()).resumed, 1);
    assert.equal(scenario.server.requests[1]?.range, 'bytes=4-');
  });

  it('takes no part of a file that it asked for as a whole, though it would go on where the first bytes end', async () => {
    const rest = { status: 206, headers: { 'content-range': `bytes 3-4095/${content.length}` }, body: content.subarray(3) };
    scenario.server.answers.push({ cutAfter: 3 }, rest);
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /a part of the file \(206\) where the whole was asked for \(2 attempts\)/);
    assert.deepEqual(await scenario.names(), []);
  });

  it('asks the server where an earlier attempt left nothing but the word that the file is empty', async () => {
    await writeFile(join(scenario.folder, 'soil.zip.part'), '');
    const owner = { pid: process.pid, host: hostname(), token: 'x' };
    await writeFile(join(scenario.folder, 'soil.zip.part.json'), JSON.stringify({ version: 1, origin: 'job job-1', etag: '"v1"', total: 0, owner }));
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.attempts, 1);
  });

  it('is not fooled by a file that ends early without saying so', async () => {
    scenario.server.etag = undefined;
    scenario.server.answers.push({ length: 'close', body: content.subarray(0, 3000) });
    await failureOf(scenario.download(), 'SOIL_ARCHIVE', /its directory is missing/);
    assert.deepEqual(await scenario.names(), []);
  });

  it('waits longer each time, with some chance in it, and anew after progress', async () => {
    scenario.server.answers.push({ cutAfter: 0 }, { cutAfter: 0 }, { cutAfter: 0 }, { cutAfter: 2000 }, { cutAfter: 0 }, { cutAfter: 0 });
    await scenario.download({ retryBudgetSeconds: 0.375 + 0.75 + 1.5 });
    assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 1.5, 0.375, 0.75, 1.5]);
  });

  it('has made progress with a hundredth of the file, or with 64 KiB', async () => {
    // 4096 bytes: 41 are more than a hundredth, 40 are not.
    scenario.server.answers.push({ cutAfter: 40 }, { cutAfter: 40 }, { cutAfter: 41 }, { cutAfter: 40 });
    await scenario.download();
    assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 0.375, 0.75]);
    scenario.server.content = zipOf(10_000_000);
    scenario.delays.length = 0;
    scenario.server.answers.push({ cutAfter: 65_535 }, { cutAfter: 65_535 }, { cutAfter: 65_536 }, { cutAfter: 65_535 });
    await scenario.download();
    assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 0.375, 0.75]);
  });

  it('has made none where it comes as far as before, again and again, without a validator to go on by', async () => {
    const { server } = scenario;
    server.etag = undefined;
    server.answers.push(...Array.from({ length: 40 }, (_, index) => ({ cutAfter: index % 2 === 0 ? 1000 : 2000 })));
    await failureOf(scenario.download({ retryBudgetSeconds: 10 }), 'SOIL_DOWNLOAD', /closed the connection/);
    assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.375, 0.75, 1.5, 3]);
    server.answers.length = 0;
  });

  it('gives up when its budget is spent without progress, keeps what it has, and goes on from there when asked again', async () => {
    const { server } = scenario;
    server.answers.push({ cutAfter: 1000 }, ...new Array<object>(20).fill({ cutAfter: 0 }));
    const error = await failureOf(scenario.download({ retryBudgetSeconds: 10 }), 'SOIL_DOWNLOAD', /closed the connection .*\(\d+ attempts\)/);
    assert.deepEqual(Object.keys(error.cause).sort(), ['detail', 'method']);
    assert.ok(scenario.delays.reduce((sum, { seconds }) => sum + seconds, 0) <= 10);
    assert.deepEqual(await scenario.names(), ['soil.zip.part', 'soil.zip.part.json']);
    assert.ok((await scenario.read('soil.zip.part')).equals(content.subarray(0, 1000)));
    assert.doesNotMatch(await readFile(join(scenario.folder, 'soil.zip.part.json'), 'utf8'), /secret|signature|http/);

    server.answers.length = 0;
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, file.resumed, server.requests.at(-1)?.range], [1, 1, 'bytes=1000-']);
  });

  it('goes on with what an aborted one left, without asking where nothing is missing', async () => {
    const stop = new AbortController();
    const reason = new Error('redeployed');
    const large = zipOf(3_000_000);
    scenario.server.content = large;
    scenario.server.answers.push({ stallAfter: 2_000_000 });
    const aborted = scenario.download({ signal: stop.signal });
    // What a killed process leaves is of use as well.
    const { total, origin } = await noteThatNames('"v1"');
    assert.deepEqual([total, origin], [large.length, 'job job-1']);
    stop.abort(reason);
    await assert.rejects(aborted, reason);
    const left = await scenario.read('soil.zip.part');
    assert.ok(left.length >= 2 ** 20 && left.equals(large.subarray(0, left.length)), `${left.length} bytes`);
    await writeFile(join(scenario.folder, 'soil.zip.part'), large);
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, file.resumed], [0, 0]);
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
    const owner = { pid: process.pid, host: hostname(), token: 'x' };
    const good = { version: 1, origin: 'job job-1', etag: '"v1"', total: content.length, owner };
    const notes: [object | string, Buffer?][] = [
      [{ ...good, origin: 'job job-2' }],
      [{ ...good, etag: undefined }],
      [{ ...good, version: 2 }],
      [{ ...good, total: 900 }],
      [{ ...good, owner: undefined }],
      ['{"version":1,"orig'],
      ['null'],
      ['']
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
  });

  it('looks at every byte of a zip that was begun earlier, and fetches it anew where one is wrong', async () => {
    scenario.server.answers.push({ cutAfter: 2000 }, { status: 403 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    const part = await scenario.read('soil.zip.part');
    part[1000] = (part[1000] as number) ^ 1;
    await writeFile(join(scenario.folder, 'soil.zip.part'), part);
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.slice(2).map(({ range }) => range), ['bytes=2000-', undefined]);
  });

  it('comes whole whatever the offset at which it is cut', async function () {
    const step = Number(process.env['SOIL_CUT_STEP'] ?? 83);
    this.timeout(600_000);
    const figures = await cutAtOffsets(4096, step);
    assert.deepEqual(figures.corrupt, []);
    assert.ok(figures.downloads >= 4096 / step);
    assert.ok(figures.fetchedTwice <= 0.1, `${figures.fetchedTwice}`);
  });

  it('comes whole however often it is cut, at random', async function () {
    const [count, seed] = [Number(process.env['SOIL_RANDOM_CUTS'] ?? 25), Number(process.env['SOIL_SEED'] ?? 7)];
    this.timeout(120_000 + count * 2000);
    const figures = await cutAtRandom(count, seed);
    assert.deepEqual(figures.corrupt, [], `seed ${seed}`);
    assert.ok(figures.fetchedTwice <= 0.1, `${figures.fetchedTwice}`);
  });

  it('has no byte of a longer file that was there before, where the file becomes shorter on the way', async () => {
    const shorter = zipOf(1000, 5);
    const change = (): void => void Object.assign(scenario.server, { content: shorter, etag: '"v2"' });
    scenario.server.answers.push({ cutAfter: 3000 }, { before: change });
    await scenario.assertWhole(await scenario.download(), shorter);
  });

  it('begins anew where only the note of an earlier attempt is left', async () => {
    scenario.server.answers.push({ cutAfter: 1500 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    await unlink(join(scenario.folder, 'soil.zip.part'));
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.resumed, 0);
  });

  it('leaves a folder alone that took the place of a part, whatever its note says', async () => {
    scenario.server.answers.push({ cutAfter: 1500 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    await unlink(join(scenario.folder, 'soil.zip.part'));
    await mkdir(join(scenario.folder, 'soil.zip.part'));
    const { path } = await scenario.download();
    assert.ok((await readFile(path)).equals(scenario.server.content));
    assert.deepEqual(await scenario.names(), ['soil.zip', 'soil.zip.part']);
  });
});
