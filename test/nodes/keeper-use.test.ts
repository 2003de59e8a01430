import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { KeeperUse } from '../../nodes/runtime/keeping/keeper-use';
import { until } from '../time/until';

describe('The hold of a node on the job keeper', () => {
  let userDir = '';
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'keeper-use-'));
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  it('ends with the node, even if a message comes later: that one has the keeper for its turn only', async () => {
    const use = new KeeperUse({ settings: { userDir }, events: new EventEmitter(), log: { warn: () => undefined } } as never, { id: 'node' } as never);
    const isLocked = (): boolean => existsSync(path.join(userDir, 'soil-data', 'jobs.lock'));
    await use.open();
    assert.equal(isLocked(), true);
    await use.release();
    assert.equal(isLocked(), false);
    assert.deepEqual((await use.open()).list(), []);
    await until(() => !isLocked(), 'the journal is free again');
  });
});
