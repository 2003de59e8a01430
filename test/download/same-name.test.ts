import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DownloadScenario, sha256, zipOf } from './download-scenario';

const content = zipOf(5000);

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
  });
}
