import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dropJobsOfDeletedNodes } from '../../nodes/runtime/keeping/deleted-nodes';
import { KeeperUse } from '../../nodes/runtime/keeping/keeper-use';
import { until } from '../time/until';

describe('The hold of a node on the job keeper', () => {
  let userDir = '';
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'keeper-use-'));
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  const isLocked = (): boolean => existsSync(path.join(userDir, 'soil-data', 'jobs.lock'));
  const fail = (line: string): void => assert.fail(line);

  it('ends only when the journal is closed, even if a deploy is still looking for deleted nodes: else a stop right after a deploy looks like a kill', async () => {
    const events = new EventEmitter();
    const RED = { settings: { userDir }, events, log: { warn: fail, info: fail }, nodes: { eachNode: () => undefined, getNode: () => null } } as never;
    dropJobsOfDeletedNodes(RED);
    events.emit('flows:started', {});
    await mkdir(path.join(userDir, 'soil-data'));
    const use = new KeeperUse(RED, { id: 'node' } as never);
    events.emit('flows:started', { diff: {} });
    const opening = use.open();
    await use.release();
    await opening;
    assert.equal(isLocked(), false);
  });

  it('ends with the node, even if a message comes later: that one has the keeper for its turn only', async () => {
    const use = new KeeperUse({ settings: { userDir }, events: new EventEmitter(), log: { warn: () => undefined } } as never, { id: 'node' } as never);
    await use.open();
    assert.equal(isLocked(), true);
    await use.release();
    assert.equal(isLocked(), false);
    assert.deepEqual((await use.open()).list(), []);
    await until(() => !isLocked(), 'the journal is free again');
  });
});
