import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import { until } from '../../time/until';
import { ScriptedService } from '../scripted-service';
import { Node } from '../waits/wait-scenario';

/** In one step: what is made again meanwhile would be deleted as well, and noticed once more. */
async function removeAtOnce(directory: string): Promise<void> {
  const gone = `${directory}-gone`;
  await rename(directory, gone);
  await rm(gone, { recursive: true });
}

describe('A job directory that is deleted while it is used', () => {
  for (const [what, remove] of [
    ['as a whole', removeAtOnce],
    ['but for its journal', (directory: string) => rm(path.join(directory, 'jobs.lock'))],
  ] as const) {
    it(`${what} is there again, locked, with what is known of the jobs`, async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-deleted-'));
      const [directory, copy] = [path.join(folder, 'used'), path.join(folder, 'copy')];
      const [service, lines, node] = [new ScriptedService(), [] as string[], new Node()];
      const keeper = await JobKeeper.acquire(directory, { beatMs: 20, log: (line) => lines.push(line) });
      try {
        keeper.waits.attach('wait', service, node);
        const wait = (id: string): Promise<void> =>
          keeper.waits.accept({ service, job: service.jobAddress(id), node: 'wait', message: { _msgid: id }, timeoutMinutes: 60, firstPollSeconds: 600, maxPollSeconds: 600 });
        await wait('before');
        await remove(directory);
        await until(() => lines.length > 0, 'it is noticed');
        assert.match(lines.join(), /were deleted while this Node-RED was using it/);
        // The log says so before the directory is made again.
        await until(async () => (await readdir(directory).catch(() => [])).sort().join() === 'jobs.journal,jobs.lock', 'both files are there');
        await wait('after');
        // What a kill would leave.
        await cp(directory, copy, { recursive: true });
        await rm(path.join(copy, 'jobs.lock'));
        const next = await JobKeeper.acquire(copy);
        const jobs = next.list().map(({ job }) => job);
        await next.release();
        assert.deepEqual(jobs.sort(), ['after', 'before']);
        assert.equal(lines.length, 1);
      } finally {
        await keeper.release();
        assert.ok(!(await readdir(directory)).includes('jobs.lock'), 'given free');
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
