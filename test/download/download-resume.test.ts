import assert from 'node:assert/strict';
import { cutAtOffsets, cutAtRandom } from './cut-downloads';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';
import type { Answer } from './file-server';

const content = zipOf(4096);
const changed = zipOf(4096, 2);

for (const [where, smallBytes] of [['in memory', undefined], ['on the disk', 0]] as const) {
  describe(`a download that breaks off while it grows ${where}`, () => {
    const scenario = DownloadScenario.inEachTest(content, smallBytes);

    it('goes on from what it holds', async () => {
      const { server } = scenario;
      server.answers.push({ cutAfter: 1000 }, { cutAfter: 1500 });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual([file.attempts, file.resumed], [3, 2]);
      assert.deepEqual(server.requests.map(({ range, ifRange }) => [range, ifRange]), [[undefined, undefined], ['bytes=1000-', '"v1"'], ['bytes=2500-', '"v1"']]);
      assert.deepEqual(scenario.delays.map(({ reason }) => reason), ['retry', 'retry']);
      assert.equal(server.sentBytes, content.length);
    });

    it('starts again if the file has been replaced, and mixes nothing', async () => {
      const { server } = scenario;
      const change = (): void => void ([server.content, server.etag] = [changed, '"v2"']);
      server.answers.push({ cutAfter: 1000 }, { before: change });
      await scenario.assertWhole(await scenario.download(), changed);
    });

    it('starts again if the server ignores the range', async () => {
      scenario.server.answers.push({ cutAfter: 1000 }, { ignoreRange: true });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.equal(file.resumed, 0);
    });

    it('starts again if there is no strong validator', async () => {
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
      ['of another file', { etag: '"v2"' }],
      ['of a file with a weak validator', { etag: 'W/"v1"' }],
      ['of a file without validator', { etag: undefined }],
      ['without position', { 'content-range': undefined }],
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

    it('goes on with a part of a file of unknown length, and asks whether there is more', async () => {
      const unknown = (headers: Record<string, string | undefined>) => ({ headers: { 'content-length': undefined, ...headers } });
      scenario.server.answers.push({ cutAfter: 1000, ...unknown({}) }, unknown({ 'content-range': `bytes 1000-${content.length - 1}/*` }));
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=1000-', `bytes=${content.length}-`]);
      assert.equal(file.resumed, 1);
    });

    for (const status of [304, 405, 412]) {
      it(`starts again at once if the server answers ${status} to a range: every later attempt would end alike`, async () => {
        scenario.server.answers.push({ cutAfter: 1000 }, { status });
        await scenario.assertWhole(await scenario.download());
        assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=1000-', undefined]);
        assert.equal(scenario.delays.length, 1);
      });
    }

    it('asks for the next part if the server sends a range in several', async () => {
      scenario.server.answers.push({ cutAfter: 1000 }, { rangeBytes: 1500 });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=1000-', 'bytes=2500-']);
    });

    it('is not over after a part if the length was not known at first', async () => {
      scenario.server.answers.push({ length: 'chunked', cutAfter: 1000 }, { rangeBytes: 1500 });
      await scenario.assertWhole(await scenario.download());
      assert.equal(scenario.server.requests.length, 3);
    });

    it('goes on if a part is shorter than it says', async () => {
      const headers = { 'content-range': `bytes 1000-${content.length - 1}/${content.length}` };
      scenario.server.answers.push({ cutAfter: 1000 }, { status: 206, headers, body: content.subarray(1000, 1700), length: 'chunked' });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=1000-', 'bytes=1700-']);
      assert.equal(scenario.delays.length, 2);
    });

    it('gives up on a part that is always shorter than it says', async () => {
      const headers = { 'content-range': `bytes 1000-${content.length - 1}/${content.length}` };
      scenario.server.answers.push({ cutAfter: 1000 }, { status: 206, headers, body: '', length: 'chunked' });
      await failureOf(scenario.download({ retryBudgetSeconds: 1 }), 'SOIL_DOWNLOAD', /ended its answer at byte 1000, but had announced 4096/);
    });

    it('takes no more than a part says it has', async () => {
      const headers = { 'content-range': `bytes 1000-1999/${content.length}` };
      scenario.server.answers.push({ cutAfter: 1000 }, { status: 206, headers, body: Buffer.alloc(3096, 1), length: 'chunked' });
      await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /sent more bytes than the 2000 that it announced/);
      assert.deepEqual(await scenario.names(), []);
    });

    it('is done if the server says that nothing is missing', async () => {
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

    it('starts again if the server says that there is no such range, and the length has changed', async () => {
      scenario.server.answers.push({ cutAfter: 1000 }, { status: 416, headers: { 'content-range': 'bytes */900' } });
      await scenario.assertWhole(await scenario.download());
    });

    it('begins again after the first bytes, which say whether it is a zip', async () => {
      scenario.server.answers.push({ cutAfter: 3 }, { cutAfter: 2 });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.equal(file.resumed, 0);
      scenario.server.requests.length = 0;
      scenario.server.answers.push({ cutAfter: 4 });
      assert.equal((await scenario.download()).resumed, 1);
      assert.equal(scenario.server.requests[1]?.range, 'bytes=4-');
    });

    it('takes the whole of a file from a server that calls it a range, and checks its length', async () => {
      const whole = { status: 206, headers: { etag: '"v1"', 'content-range': `bytes 0-${content.length - 1}/${content.length}` }, body: content };
      scenario.server.answers.push({ ...whole, length: 'chunked', cutAfter: 1000 });
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual([file.attempts, file.resumed], [2, 1]);
      scenario.server.answers.push({ ...whole, length: 'chunked', body: Buffer.concat([content, content]) });
      await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /sent more bytes than the \d+ that it announced/);
    });

    it('takes no part of a file that it asked for as a whole, even one that would go on after the first bytes', async () => {
      const rest = { status: 206, headers: { 'content-range': `bytes 3-4095/${content.length}` }, body: content.subarray(3) };
      scenario.server.answers.push({ cutAfter: 3 }, rest);
      await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /part of the file \(206\) although the whole was requested \(2 attempts\)/);
      assert.deepEqual(await scenario.names(), []);
    });

    it('is not fooled by a file that ends early without saying so', async () => {
      scenario.server.etag = undefined;
      const early: Answer = { length: 'close', body: content.subarray(0, 3000) };
      scenario.server.answers.push(early, early);
      await failureOf(scenario.download(), 'SOIL_ARCHIVE', /its directory is missing/);
      assert.deepEqual(await scenario.names(), []);
    });

    it('waits longer each time, at random within bounds, and from the start after progress', async () => {
      scenario.server.answers.push({ cutAfter: 0 }, { cutAfter: 0 }, { cutAfter: 0 }, { cutAfter: 2000 }, { cutAfter: 0 }, { cutAfter: 0 });
      await scenario.download({ retryBudgetSeconds: 0.375 + 0.75 + 1.5 });
      assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 1.5, 0.375, 0.75, 1.5]);
    });

    it('counts against the budget also the time in which it stood still', async () => {
      scenario.server.answers.push(...new Array<Answer>(5).fill({ stallAfter: 0 }));
      await failureOf(scenario.download({ timeoutSeconds: 60, retryBudgetSeconds: 300 }), 'SOIL_DOWNLOAD', /stopped in the middle of its answer for 60 s \(5 attempts\)/);
      assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 1.5, 3]);
    });

    it('counts a hundredth of the file, or 64 KiB, as progress', async () => {
      // 4096 bytes: 41 are more than a hundredth, 40 are not.
      scenario.server.answers.push({ cutAfter: 40 }, { cutAfter: 0 }, { cutAfter: 1 }, { cutAfter: 40 });
      await scenario.download();
      assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 0.375, 0.75]);
      scenario.server.content = zipOf(10_000_000);
      scenario.delays.length = 0;
      scenario.server.answers.push({ cutAfter: 65_535 }, { cutAfter: 0 }, { cutAfter: 1 }, { cutAfter: 65_535 });
      await scenario.download();
      assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.75, 0.375, 0.75]);
    });

    it('goes on over a line that breaks again and again, as long as that much comes within the budget', async () => {
      scenario.server.content = zipOf(10_000_000);
      scenario.server.answers.push(...new Array<Answer>(60).fill({ cutAfter: 22_000 }));
      const file = await scenario.download({ retryBudgetSeconds: 3 });
      await scenario.assertWhole(file);
      assert.equal(file.resumed, 60);
    });

    it('makes no progress if it comes only as far as before, again and again, without a validator', async () => {
      const { server } = scenario;
      server.etag = undefined;
      server.answers.push(...Array.from({ length: 40 }, (_, index) => ({ cutAfter: index % 2 === 0 ? 1000 : 2000 })));
      await failureOf(scenario.download({ retryBudgetSeconds: 10 }), 'SOIL_DOWNLOAD', /closed the connection/);
      assert.deepEqual(scenario.delays.map(({ seconds }) => seconds), [0.375, 0.375, 0.75, 1.5, 3]);
      server.answers.length = 0;
    });

    it('is whole in the end, wherever it is cut', async function () {
      const step = Number(process.env['SOIL_CUT_STEP'] ?? 83);
      this.timeout(600_000);
      const figures = await cutAtOffsets(4096, step, smallBytes);
      assert.deepEqual(figures.corrupt, []);
      assert.ok(figures.downloads >= 4096 / step);
      assert.ok(figures.fetchedTwice <= 0.1, `${figures.fetchedTwice}`);
    });

    it('is whole in the end, however often it is cut at random', async function () {
      const [count, seed] = [Number(process.env['SOIL_RANDOM_CUTS'] ?? 25), Number(process.env['SOIL_SEED'] ?? 7)];
      this.timeout(120_000 + count * 2000);
      const figures = await cutAtRandom(count, seed, smallBytes);
      assert.deepEqual(figures.corrupt, [], `seed ${seed}`);
      assert.ok(figures.fetchedTwice <= 0.1, `${figures.fetchedTwice}`);
    });

    it('has no byte of the earlier, longer file if the file becomes shorter on the way', async () => {
      const shorter = zipOf(1000, 5);
      const change = (): void => void Object.assign(scenario.server, { content: shorter, etag: '"v2"' });
      scenario.server.answers.push({ cutAfter: 3000 }, { before: change });
      await scenario.assertWhole(await scenario.download(), shorter);
    });
  });
}
