import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

describe('Pending jobs', () => {
  it('take at most 3 kB of memory each, with their messages, and one timer together', async () => {
    // In a process of its own: what other tests left behind might be freed meanwhile, and count as memory gained.
    const { stdout } = await promisify(execFile)(process.execPath, ['--require', 'tsx/cjs', path.join(__dirname, 'pending-jobs.ts')]);
    const { bytesEach, timers } = JSON.parse(stdout) as { bytesEach: number; timers: number };
    assert.ok(bytesEach < 3_000, `${bytesEach.toFixed()} bytes`);
    assert.ok(bytesEach > 500, 'the measure measures');
    assert.equal(timers, 1);
  }).timeout(300_000);
});
