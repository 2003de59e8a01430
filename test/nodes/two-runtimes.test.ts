import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import { whenKeeperOpens } from '../../nodes/runtime/keeping/keeper-start';
import { KeeperUse } from '../../nodes/runtime/keeping/keeper-use';
import { KeptAttachment } from '../../nodes/runtime/keeping/kept-under';
import { NodeStatus } from '../../nodes/runtime/status/node-status';
import { later } from '../jobs/scripted-service';
import { until } from '../time/until';

describe('Two runtimes side by side in one process', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'two-runtimes-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  /** A runtime with its own events, log and user directory, and a node in it that is in an instance of a subflow. */
  async function runtime(name: string): Promise<{ RED: NodeAPI; node: Node; log: string[]; userDir: string }> {
    const userDir = path.join(root, name);
    await mkdir(userDir);
    const log: string[] = [];
    const line = (text: string): void => void log.push(text);
    const RED = { settings: { userDir }, events: new EventEmitter(), log: { warn: line, info: line }, nodes: { eachNode: () => undefined, getNode: () => undefined }, _: (key: string) => key } as unknown as NodeAPI;
    const node = Object.assign(new EventEmitter(), { id: 'instance-wait', _alias: 'wait', status: () => undefined, warn: line }) as unknown as Node;
    return { RED, node, log, userDir };
  }

  it('each have an instance of a subflow that resumes what was kept before it existed', async () => {
    for (const { RED, node } of [await runtime('first'), await runtime('second')]) {
      const attached: string[] = [];
      new KeptAttachment(RED, node).attach((id) => {
        attached.push(id);
        return () => undefined;
      }, false);
      assert.deepEqual(attached, ['instance-wait', 'wait']);
    }
  });

  it('each report only of their own journal that it cannot be used, and once that it can be again', async () => {
    const opened = async ({ RED, node }: { RED: NodeAPI; node: Node }, keeper: KeeperUse): Promise<void> => {
      const done = later<void>();
      whenKeeperOpens(RED, node, keeper, new NodeStatus(RED, node, () => false), () => Promise.resolve(done.resolve()));
      RED.events.emit('flows:started', {});
      await done.promise;
    };
    const [troubled, other] = [await runtime('troubled'), await runtime('other')];
    const inTheWay = path.join(troubled.userDir, 'soil-data');
    await writeFile(inTheWay, '');
    const [keeper, otherKeeper] = [new KeeperUse(troubled.RED, troubled.node), new KeeperUse(other.RED, other.node)];
    const recovered = opened(troubled, keeper);
    await until(() => troubled.log.length > 0, 'the log says that the journal cannot be used');
    await opened(other, otherKeeper);
    await rm(inTheWay);
    await recovered;
    const next = new KeeperUse(troubled.RED, troubled.node);
    await opened(troubled, next);
    await Promise.all([keeper, otherKeeper, next].map((use) => use.release()));
    assert.deepEqual(other.log, []);
    assert.equal(troubled.log.length, 2);
    assert.match(troubled.log[0] ?? '', /Whatever waits goes on once that is over\.$/);
    assert.match(troubled.log[1] ?? '', /The job journal can be used now: whatever waits goes on\.$/);
  });
});
