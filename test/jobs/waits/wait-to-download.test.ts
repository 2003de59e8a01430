import assert from 'node:assert/strict';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import { DownloadNode } from '../files/job-download-scenario';
import { Life } from '../life';
import { completed, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';

describe('A message between soil-wait and soil-download', () => {
  /** A job is completed, and its message has left soil-wait. */
  async function passed(nodes: { download: boolean }): Promise<{ life: Life; node: DownloadNode | undefined; message: FlowMessage }> {
    const life = await Life.begin();
    // A node that reads is no reason to wait for one that downloads.
    const node = nodes.download ? new DownloadNode(life.keeper) : void new DownloadNode(life.keeper, 'read', true);
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    const out: FlowMessage[] = [];
    life.keeper.waits.attach('wait', service, waitListener({ completed: (message, job) => out.push({ ...message, soil: { job } }), failed: () => assert.fail() }));
    await life.keeper.waits.accept({ service, job: service.jobAddress('j1'), node: 'wait', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 });
    for (let step = 0; out.length === 0; step++) {
      assert.ok(step < 1000);
      await life.clock.advance(10);
    }
    return { life, node, message: out[0] as FlowMessage };
  }

  /** What comes out of soil-wait after a kill, and what soil-download takes up. */
  async function afterKill({ disk, clock }: Life, wait = 'wait'): Promise<{ waited: unknown[]; takenUp: unknown[] }> {
    await clock.advance(1);
    const next = await Life.begin(disk.afterKill(), clock);
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    const waited: unknown[] = [];
    const node = new DownloadNode(next.keeper);
    next.keeper.waits.attach(wait, service, waitListener({ completed: ({ _msgid }, { redelivered }) => waited.push([_msgid, redelivered]), failed: () => assert.fail() }));
    await next.clock.advance(5000);
    const takenUp = node.takenUp.map(({ _msgid }) => _msgid);
    await node.close();
    await next.end();
    return { waited, takenUp };
  }

  it('comes out of soil-wait again after a kill, marked', async () => {
    const { life } = await passed({ download: true });
    assert.deepEqual(life.keeper.list().map(({ state }) => state), ['completed']);
    assert.deepEqual(await afterKill(life), { waited: [['m1', true]], takenUp: [] });
    await life.end();
  });

  it('comes out again even if the journal has outgrown its size meanwhile', async () => {
    const { life } = await passed({ download: true });
    const service = new ScriptedService();
    const times = { timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 };
    for (let count = 0; count < 10; count++) {
      await life.keeper.waits.accept({ service, job: service.jobAddress('j2'), node: 'other', message: { payload: 'x'.repeat(100_000) }, ...times });
    }
    assert.deepEqual(await afterKill(life), { waited: [['m1', true]], takenUp: [] });
    await life.end();
  });

  it('comes out again even if the journal is rewritten just as it leaves', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    const times = { timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 };
    await first.keeper.waits.accept({ service, job: service.jobAddress('j1'), node: 'wait', message: { _msgid: 'm1', payload: 'x'.repeat(600_000) }, ...times });
    const life = await first.kill();
    service.otherwise = completed('j1');
    new DownloadNode(life.keeper);
    const out: unknown[] = [];
    life.keeper.waits.attach('wait', service, waitListener({ completed: (message) => out.push(message._msgid, (message._msgid = 'changed')), failed: () => assert.fail() }));
    await life.clock.advance(1500);
    assert.deepEqual(out, ['m1', 'changed']);
    assert.ok(life.disk.calls.includes('open jobs.journal.new'));
    assert.deepEqual(await afterKill(life), { waited: [['m1', true]], takenUp: [] });
    await life.end();
  });

  it('of one line is not taken over by the reading of its like in another line', async () => {
    const { life, node, message } = await passed({ download: true });
    const read = new DownloadNode(life.keeper, 'read', true);
    node?.take(message);
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    const out: unknown[] = [];
    life.keeper.waits.attach('other', service, waitListener({ completed: ({ _msgid }) => out.push(_msgid), failed: () => assert.fail() }));
    await life.keeper.waits.accept({ service, job: service.jobAddress('j1'), node: 'other', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 });
    for (let step = 0; out.length === 0 && step < 1000; step++) await life.clock.advance(10);
    await node?.fetched();
    read.take(message);
    await life.clock.advance(10);
    assert.deepEqual(await afterKill(life, 'other'), { waited: [['m1', true]], takenUp: [] });
    await life.end();
  });

  it('does not come out again if its download has begun', async () => {
    const { life, node, message } = await passed({ download: true });
    node?.take(message);
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: ['m1'] });
    await life.end();
  });

  it('does not come out again if it went somewhere else some seconds ago', async () => {
    const { life } = await passed({ download: true });
    await life.clock.advance(3000);
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: [] });
    await life.end();
  });

  it('does not come out again if its job failed', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    const service = new ScriptedService();
    service.otherwise = { phase: 'failed', status: 'Failed', description: '' };
    const out: unknown[] = [];
    life.keeper.waits.attach('wait', service, waitListener({ completed: () => assert.fail(), failed: ({ _msgid }) => out.push(_msgid) }));
    await life.keeper.waits.accept({ service, job: service.jobAddress('j1'), node: 'wait', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 });
    await life.clock.advance(1500);
    assert.deepEqual(out, ['m1']);
    await life.clock.advance(100);
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: [] });
    await node.close();
    await life.end();
  });

  it('does not come out again after a stop', async () => {
    const { life } = await passed({ download: true });
    await life.end();
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: [] });
  });

  it('is not expected if nothing downloads: after a moment, it is with the nodes that it went to', async () => {
    for (const [after, waited] of [[50, [['m1', true]]], [100, []]] as const) {
      const { life } = await passed({ download: false });
      await life.clock.advance(after);
      assert.deepEqual(await afterKill(life), { waited, takenUp: [] });
      await life.end();
    }
  });
});
