import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { HeldKeeper } from '../../nodes/admin/held-keeper';
import { until } from '../time/until';

describe('The journal that the sidebar holds', () => {
  it('stays open until half a minute after the last look', async () => {
    const userDir = await mkdtemp(path.join(os.tmpdir(), 'held-keeper-'));
    const isOpen = (): boolean => existsSync(path.join(userDir, 'soil-data', 'jobs.lock'));
    const log = { info: () => undefined, warn: (line: string) => assert.fail(line) };
    const keeper = new HeldKeeper({ settings: { userDir }, log, events: new EventEmitter(), nodes: { eachNode: () => undefined }, _: (key: string) => key } as never);
    const first = await keeper.open();
    try {
      mock.timers.enable({ apis: ['setTimeout'] });
      await keeper.open();
      for (const look of [1, 2]) {
        mock.timers.tick(29_000);
        assert.equal((await keeper.open()) === first, true, `look ${look}`);
      }
      mock.timers.tick(31_000);
      mock.timers.reset();
      await until(() => !isOpen(), 'The journal is still open.');
    } finally {
      mock.timers.reset();
      keeper.release();
      await until(() => !isOpen(), 'The journal is still open.');
      await rm(userDir, { recursive: true, force: true });
    }
  });
});
