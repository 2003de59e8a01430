import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { dropJobsOfDeletedNodes } from '../../nodes/runtime/keeping/deleted-nodes';
import { acquireKeeper } from '../../nodes/runtime/keeping/keeper-use';
import { ScriptedService } from '../jobs/scripted-service';
import { until } from '../time/until';

describe('The jobs of a node that is no longer in the flows', () => {
  let userDir = '';
  beforeEach(async () => (userDir = await mkdtemp(path.join(os.tmpdir(), 'soil-deleted-nodes-'))));
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  it('are dropped by a deploy, not by flows that Node-RED loads from its storage meanwhile, and the journal is released each time', async () => {
    let flows: { id: string; type: string }[] = [];
    const lines: string[] = [];
    const events = new EventEmitter();
    const RED = {
      events,
      settings: { userDir },
      nodes: { eachNode: (look: (node: object) => void) => flows.forEach(look), getNode: () => null },
      log: { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) },
    } as unknown as NodeAPI;
    const isGivenFree = (): Promise<void> => until(() => !existsSync(path.join(userDir, 'soil-data', 'jobs.lock')), 'the journal is given free', 10);
    /** As after a deploy, or after flows were loaded from the storage; waits for all that follows from it. */
    const started = async (nodes: string[], diff?: object): Promise<void> => {
      flows = nodes.map((id) => ({ id, type: 'soil-wait' }));
      events.emit('flows:started', { diff });
      await new Promise((resolve) => setTimeout(resolve, 100));
      await isGivenFree();
    };
    const waiting = async (): Promise<number> => {
      const keeper = await acquireKeeper(RED);
      const count = keeper.waits.count('wait');
      await keeper.release();
      return count;
    };
    dropJobsOfDeletedNodes(RED);
    const [keeper, service] = [await acquireKeeper(RED), new ScriptedService()];
    await keeper.waits.accept({ service, job: service.jobAddress('j1'), node: 'wait', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 60, maxPollSeconds: 60 });
    await keeper.release();

    const isPaused = /wait for jobs in nodes that these flows do not have: 1 \(wait\)/;
    await started(['elsewhere'], {});
    assert.deepEqual([await waiting(), lines.length], [1, 1], 'of a deploy that ends safe mode, nobody knows what it has deleted');
    assert.match(lines[0] ?? '', isPaused);
    await started(['wait'], {});
    await started(['elsewhere']);
    assert.deepEqual([await waiting(), lines.length], [1, 2]);
    assert.match(lines[1] ?? '', isPaused);
    await started(['elsewhere'], {});
    assert.deepEqual([await waiting(), lines.length], [1, 2], 'that deploy has deleted nothing');
    await started(['wait']);
    await started([], {});
    assert.equal(await waiting(), 0);
    assert.match(lines.at(-1) ?? '', /The soil-wait node wait was deleted: nobody waits for job j1/);
  });
});
