import assert from 'node:assert/strict';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';
import type { Answer } from './file-server';

describe('a download of no announced length', () => {
  const scenario = DownloadScenario.inEachTest(zipOf(5000));

  for (const length of ['close', 'chunked'] as const) {
    it(`is fetched once more if it came without its end (${length}), as behind a gateway whose service broke off`, async () => {
      const cut: Answer = { length, body: scenario.server.content.subarray(0, 3000) };
      scenario.server.answers.push(cut);
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.equal(file.attempts, 2);
      assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, undefined]);
      scenario.server.answers.push(cut, cut);
      await failureOf(scenario.download(), 'SOIL_ARCHIVE', /its directory is missing/);
      const damaged = Buffer.from(scenario.server.content).fill(0, scenario.server.content.length - 22);
      scenario.server.answers.push({ body: damaged });
      await failureOf(scenario.download(), 'SOIL_ARCHIVE', /its directory is missing/);
      assert.equal(scenario.server.requests.length, 5, 'what came as long as it was announced would come again');
    });
  }
});
