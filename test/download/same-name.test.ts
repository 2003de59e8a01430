import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DownloadScenario, failureOf, sha256, zipOf } from './download-scenario';

/** Comes in several pieces. */
const content = zipOf(300_000);

for (const [where, smallBytes] of [['come through memory', undefined], ['grow on the disk', 0]] as const) {
  describe(`Downloads to one name that ${where}`, () => {
    const scenario = DownloadScenario.inEachTest(content, smallBytes);

    it('do not mix', async () => {
      const other = zipOf(5000, 5);
      const files = await Promise.all(
        Array.from({ length: 6 }, (_, index) => scenario.download({ job: `job-${index}`, exists: 'number' }).then(async (file) => [file, await readFile(file.path)] as const)),
      );
      assert.equal(new Set(files.map(([{ path }]) => path)).size, 6);
      for (const [{ sha256: told }, found] of files) assert.ok(found.equals(content) && told === sha256(content));
      assert.equal((await scenario.names()).length, 6);

      scenario.server.answers.push({ cutAfter: 2500 }, { body: other, headers: { etag: '"v2"' }, cutAfter: 2500 });
      await Promise.all(['job-1', 'job-2'].map((job) => scenario.download({ job, exists: 'replace' })));
      assert.ok((await scenario.read()).equals(content));
      assert.equal((await scenario.names()).length, 6);
    });

    it('count the requests that were made, also those for what was not kept', async () => {
      const files = await Promise.all(['job-1', 'job-2'].map((job) => scenario.download({ job, exists: 'keep' })));
      const made = files.reduce((sum, { attempts }) => sum + attempts, 0);
      assert.deepEqual([made, scenario.server.requests.length], [2, 2]);
      assert.equal((await scenario.download({ exists: 'keep' })).attempts, 0);
    });

    it('leave nothing behind if all of them broke off and go on one after the other', async () => {
      const { answers } = scenario.server;
      answers.push({ cutAfter: 1000 }, { cutAfter: 1000 }, ...new Array<object>(40).fill({ cutAfter: 0 }));
      const jobs = ['job-1', 'job-2'];
      await Promise.all(jobs.map((job) => failureOf(scenario.download({ job, exists: 'number', retryBudgetSeconds: 10 }), 'SOIL_DOWNLOAD')));
      answers.length = 0;
      for (const job of jobs) {
        const { path, resumed } = await scenario.download({ job, exists: 'number' });
        assert.ok((await readFile(path)).equals(content));
        assert.equal(resumed, smallBytes === 0 ? 1 : 0, job);
      }
      assert.deepEqual(await scenario.names(), ['soil-2.zip', 'soil.zip']);
    });
  });
}

describe('A small download beside a large one of its name', () => {
  const large = zipOf(50_000);
  const small = zipOf(5000, 5);
  const scenario = DownloadScenario.inEachTest(large, 10_000);

  it('leaves nothing behind if both broke off, and the large one goes on first', async () => {
    const { answers } = scenario.server;
    const isSmall = { body: small, headers: { etag: '"v2"' } };
    const stop = new AbortController();
    answers.push({ stallAfter: 20_000 });
    const broken = assert.rejects(scenario.download({ job: 'large', exists: 'number', signal: stop.signal }), /stopped/);
    while (!(await scenario.names()).includes('soil.zip.part')) await new Promise(setImmediate);
    answers.push({ ...isSmall, cutAfter: 2500 }, ...new Array<object>(40).fill({ cutAfter: 0 }));
    await failureOf(scenario.download({ job: 'small', exists: 'number', retryBudgetSeconds: 10 }), 'SOIL_DOWNLOAD');
    answers.length = 0;
    stop.abort(new Error('stopped'));
    await broken;
    await scenario.download({ job: 'large', exists: 'number' });
    answers.push(isSmall);
    assert.ok((await readFile((await scenario.download({ job: 'small', exists: 'number' })).path)).equals(small));
    assert.deepEqual(await scenario.names(), ['soil-2.zip', 'soil.zip']);
  });
});
