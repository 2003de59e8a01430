import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

describe('What came and went', () => {
  for (const [what, script] of [
    ['one who watches for an abort, once that was called off', 'abort-watch'],
    ['a message, once its node is no more at work on it', 'broken-off'],
  ]) {
    it(`is collected with the young generation, whatever was released since a full collection: ${what}`, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--require', 'tsx/cjs', path.join(__dirname, 'come-and-go.ts'), script as string]);
      assert.ok(Number(stdout) < 1500, `${stdout.trim()} kB of the 40,000 that passed are held`);
    });
  }
});
