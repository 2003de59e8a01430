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

  /** A runtime with one job, for which a node waits. */
  class Scene {
    readonly lines: string[] = [];
    /** Nodes that run, although the flows do not name them. */
    running: string[] = [];
    private flows: { id: string; type: string }[] = [];
    private readonly events = new EventEmitter();
    private readonly RED = {
      events: this.events,
      settings: { userDir },
      nodes: {
        eachNode: (look: (node: object) => void) => this.flows.forEach(look),
        getNode: (id: string) => (this.running.includes(id) ? {} : null),
      },
      log: { info: (line: string) => this.lines.push(line), warn: (line: string) => this.lines.push(line) },
    } as unknown as NodeAPI;

    static async withJobOf(node: string): Promise<Scene> {
      const scene = new Scene(node);
      dropJobsOfDeletedNodes(scene.RED);
      const [keeper, service] = [await acquireKeeper(scene.RED), new ScriptedService()];
      await keeper.waits.accept({ service, job: service.jobAddress('j1'), node, message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 60, maxPollSeconds: 60 });
      await keeper.release();
      return scene;
    }

    private constructor(private readonly node: string) {}

    /** As after a deploy, or after flows were loaded from the storage; waits for all that follows from it. */
    async started(nodes: string[], diff?: object): Promise<void> {
      this.flows = nodes.map((id) => ({ id, type: 'soil-wait' }));
      this.events.emit('flows:started', { diff });
      await new Promise((resolve) => setTimeout(resolve, 100));
      await until(() => !existsSync(path.join(userDir, 'soil-data', 'jobs.lock')), 'the journal is given free', 10);
    }

    async waiting(): Promise<number> {
      const keeper = await acquireKeeper(this.RED);
      const count = keeper.waits.count(this.node);
      await keeper.release();
      return count;
    }
  }

  it('are dropped by a deploy, not by flows that Node-RED loads from its storage meanwhile, and the journal is released each time', async () => {
    const scene = await Scene.withJobOf('wait');
    const { lines } = scene;
    const isPaused = /wait for jobs in nodes that these flows do not have: 1 \(wait\)/;
    await scene.started(['elsewhere'], {});
    assert.deepEqual([await scene.waiting(), lines.length], [1, 1], 'of a deploy that ends safe mode, nobody knows what it has deleted');
    assert.match(lines[0] ?? '', isPaused);
    await scene.started(['wait'], {});
    await scene.started(['elsewhere']);
    assert.deepEqual([await scene.waiting(), lines.length], [1, 2]);
    assert.match(lines[1] ?? '', isPaused);
    await scene.started(['elsewhere'], {});
    assert.deepEqual([await scene.waiting(), lines.length], [1, 2], 'that deploy has deleted nothing');
    await scene.started(['wait']);
    await scene.started([], {});
    await until(() => /The soil-wait node wait was deleted: nobody waits for job j1/.test(lines.at(-1) ?? ''), 'the log says so', 10);
    assert.equal(await scene.waiting(), 0);
  });

  it('are dropped, too, if it was in a subflow that a package brings, whose nodes the flows do not name, but not while that is disabled', async () => {
    const scene = await Scene.withJobOf('outer-instance-wait');
    scene.running = ['outer-instance-wait'];
    await scene.started(['outer-instance']);
    scene.running = [];
    await scene.started(['outer-instance'], {});
    assert.deepEqual([await scene.waiting(), scene.lines], [1, []]);
    await scene.started([], {});
    await until(() => /The soil-wait node outer-instance-wait was deleted: nobody waits for job j1/.test(scene.lines.join()), 'the log says so', 10);
    assert.equal(await scene.waiting(), 0);
  });
});
