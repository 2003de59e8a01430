import assert from 'node:assert/strict';
import { DELIVERY_MS } from '../../../src/jobs/delivery/delivery-tracker';
import { DownloadNode, linked } from '../files/job-download-scenario';
import { Life } from '../life';
import { completed, ScriptedService } from '../scripted-service';
import { listener, submit } from '../submissions/submit-scenario';
import { waitListener } from '../wait-listener';

const TIMES = { timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 };

/** The sidebar, or a request that is slow to come back, keeps the journal open. */
describe('A message on its way when all flows are stopped, and the journal stays open', () => {
  type Out = [id: unknown, again: true | undefined];

  /** A soil-wait node, and what comes out of it; `sent` is called in that moment. */
  function waitNode({ keeper }: Life, service: ScriptedService, sent: () => void = () => undefined): { out: Out[]; detach: () => void } {
    const out: Out[] = [];
    const detach = keeper.waits.attach('wait', service, waitListener({
      completed: ({ _msgid }, job) => {
        out.push([_msgid, job.redelivered]);
        sent();
      },
    }));
    return { out, detach };
  }

  async function waiting(...ids: string[]): Promise<{ life: Life; service: ScriptedService }> {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    for (const _msgid of ids) await life.keeper.waits.accept({ service, job: service.jobAddress('j1'), node: 'wait', message: { _msgid }, ...TIMES });
    return { life, service };
  }

  /** Stops all flows for that long, and starts them again. */
  async function restart({ clock, work, flowGate }: Life, ms: number): Promise<void> {
    work.stopAll(flowGate);
    await clock.advance(ms);
    work.startAll(flowGate);
  }

  async function nothingIsLeft(life: Life): Promise<void> {
    await life.clock.advance(10_000);
    await life.end();
    const next = await Life.begin(life.disk, life.clock);
    assert.deepEqual([next.keeper.kept(() => true), next.keeper.list().map(({ state }) => state)], [{ requests: 0, jobs: 0, files: 0 }, ['completed', 'completed']]);
    await next.end();
  }

  for (const stop of [1, 20_000]) {
    it(`comes out again, marked, if a node was at work on it, and not otherwise: behind soil-wait, after ${stop} ms`, async () => {
      const { life, service } = await waiting('m1', 'm2');
      const before = waitNode(life, service);
      life.work.at.add('m1');
      for (let step = 0; before.out.length < 2; step++) {
        assert.ok(step < 1000);
        await life.clock.advance(10);
      }
      const restarted = restart(life, stop);
      before.detach();
      await restarted;
      const { out } = waitNode(life, service);
      await life.clock.advance(5000);
      assert.deepEqual([before.out.length, out], [2, [['m1', true]]]);
      await nothingIsLeft(life);
    });
  }

  it('comes out again if it left in the turn of the stop: Node-RED drops what comes to a closed node', async () => {
    const { life, service } = await waiting('m1', 'm2');
    const before = waitNode(life, service, () => life.work.stopAll(life.flowGate));
    for (let step = 0; before.out.length === 0; step++) {
      assert.ok(step < 1000);
      await life.clock.advance(10);
    }
    before.detach();
    await life.clock.advance(5000);
    life.work.startAll(life.flowGate);
    const { out } = waitNode(life, service);
    await life.clock.advance(5000);
    assert.ok(out.some(([id, again]) => id === before.out[0]![0] && again), JSON.stringify([before.out, out]));
    assert.deepEqual(new Set([...before.out, ...out].map(([id]) => id)), new Set(['m1', 'm2']));
    await nothingIsLeft(life);
  });

  it('is downloaded again behind soil-download', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    for (const _msgid of ['m1', 'm2']) node.take(linked({ _msgid }));
    life.work.at.add('m1');
    for (const index of [0, 1]) await node.fetched(index);
    await life.clock.advance(1);
    assert.equal(node.out.length, 2);
    const restarted = restart(life, 20_000);
    await node.close();
    await restarted;
    const next = new DownloadNode(life.keeper);
    await life.clock.advance(1);
    assert.deepEqual(next.takenUp.map(({ _msgid }) => _msgid), ['m1']);
    assert.equal(next.origins[0]?.again, true);
    await next.fetched();
    await life.clock.advance(10_000);
    assert.equal(next.out.length, 1);
    assert.equal(life.keeper.kept(() => true).files, 0);
    await next.close();
    await life.end();
  });

  it('comes out again behind soil-submit if soil-wait has not received it', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    life.keeper.outcomes.expectWaits();
    const message: Record<string, unknown> = { _msgid: 'm1', payload: 'field' };
    await submit(life, service, { message });
    message.payload = 'what a node behind made of it';
    await life.clock.advance(10);
    await restart(life, 2 * DELIVERY_MS);
    const listening = listener();
    life.keeper.outcomes.attach('submit', listening);
    await life.clock.advance(1);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1', payload: 'field' }, '1', true]]);
    await life.clock.advance(2 * DELIVERY_MS);
    assert.equal(life.keeper.kept(() => true).requests, 0);
    await life.end();
  });
});
