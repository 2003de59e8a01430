import assert from 'node:assert/strict';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { DownloadNode, linked, takenUpAfter } from '../files/job-download-scenario';
import { Life } from '../life';
import { completed, refusal, ScriptedService } from '../scripted-service';
import { isOpenOn, listener, submit } from '../submissions/submit-scenario';
import { begin, Node, wait } from '../waits/wait-scenario';

/** Far longer than a message has to reach the next node. */
const LONG_MS = 60_000;

/** Makes a deploy begin while the journal's next line, which says that a message is about to go, is on its way to the disk. */
function closeWhileWritten({ disk, flowGate }: Life): void {
  disk.hold = (call) => {
    if (call !== 'sync jobs.journal') return undefined;
    disk.hold = () => undefined;
    flowGate.close();
    return undefined;
  };
}

describe('The gate of flows', () => {
  it('is open unless it was closed', async () => {
    const flowGate = new FlowGate();
    assert.equal(flowGate.whenOpen(), undefined);
    flowGate.close();
    const held = flowGate.whenOpen();
    flowGate.close();
    flowGate.open();
    await held;
    assert.equal(flowGate.whenOpen(), undefined);
    flowGate.open();
  });

  it('is awaited no longer than a signal allows', async () => {
    const flowGate = new FlowGate();
    flowGate.close();
    const closing = new AbortController();
    const held = flowGate.whenOpen(closing.signal);
    closing.abort(new Error('closed'));
    await assert.rejects(held as Promise<void>, /closed/);
  });
});

describe('While flows are changed', () => {
  describe('a message of soil-wait', () => {
    it('stays until that is over, and then goes once', async () => {
      const { life, service, node } = await begin();
      await wait(life, service, { _msgid: 'm1' });
      life.flowGate.close();
      service.otherwise = completed();
      await life.clock.advance(LONG_MS);
      assert.deepEqual([node.done.length, life.keeper.list()[0]?.state], [0, 'waiting']);
      life.flowGate.open();
      await life.clock.advance(LONG_MS);
      assert.deepEqual(node.done.map(({ job }) => job.redelivered), [undefined]);
      await life.end();
    });

    it('stays, too, if that begins while the journal notes that the message goes', async () => {
      const { life, service, node } = await begin();
      await wait(life, service, { _msgid: 'm1' });
      closeWhileWritten(life);
      service.otherwise = completed();
      await life.clock.advance(LONG_MS);
      assert.notEqual(life.flowGate.whenOpen(), undefined);
      assert.equal(node.done.length, 0);
      life.flowGate.open();
      await life.clock.advance(LONG_MS);
      assert.equal(node.done.length, 1);
      await life.end();
    });

    it('stays with its error, too', async () => {
      const { life, service, node } = await begin();
      await wait(life, service, { _msgid: 'm1' });
      life.flowGate.close();
      service.otherwise = completed('1', { phase: 'failed', status: 'Failed' });
      await life.clock.advance(LONG_MS);
      assert.equal(node.errors.length, 0);
      life.flowGate.open();
      await life.clock.advance(1);
      assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_FAILED']);
      await life.end();
    });

    it('goes out of the next life of its node, if the node was changed', async () => {
      const { life, service, node, detach } = await begin();
      await wait(life, service, { _msgid: 'm1' });
      life.flowGate.close();
      service.otherwise = completed();
      await life.clock.advance(LONG_MS);
      detach();
      const next = new Node();
      life.keeper.waits.attach('wait', service, next);
      await life.clock.advance(LONG_MS);
      life.flowGate.open();
      await life.clock.advance(LONG_MS);
      assert.deepEqual([node.done.length, next.done.length], [0, 1]);
      await life.end();
    });

    it('goes out of the next life of its node soon, however long the pause between two polls is', async () => {
      const { life, service, node, detach } = await begin();
      await wait(life, service, { _msgid: 'm1' }, { firstPollSeconds: 50 });
      life.flowGate.close();
      service.otherwise = completed();
      await life.clock.advance(LONG_MS);
      detach();
      life.flowGate.open();
      await life.clock.advance(10);
      const next = new Node();
      life.keeper.waits.attach('wait', service, next);
      await life.clock.advance(2_000);
      assert.deepEqual([node.done.length, next.done.map(({ job }) => job.redelivered)], [0, [undefined]]);
      await life.end();
    });

    it('comes out after a kill, and not for a second time', async () => {
      const { life, service } = await begin();
      await wait(life, service, { _msgid: 'm1' });
      life.flowGate.close();
      service.otherwise = completed();
      await life.clock.advance(LONG_MS);
      const next = await life.kill();
      const node = new Node();
      next.keeper.waits.attach('wait', service, node);
      await next.clock.advance(LONG_MS);
      assert.deepEqual(node.done.map(({ job }) => job.redelivered), [undefined]);
      await next.end();
    });

    it('can still be stopped', async () => {
      const { life, service, node } = await begin();
      await wait(life, service, { _msgid: 'm1' });
      life.flowGate.close();
      service.otherwise = completed();
      await life.clock.advance(LONG_MS);
      assert.equal(await life.keeper.waits.cancel('wait'), 1);
      life.flowGate.open();
      await life.clock.advance(LONG_MS);
      assert.deepEqual([node.errors.map(({ error }) => error.code), node.done.length], [['SOIL_CANCELLED'], 0]);
      await life.end();
    });
  });

  describe('a message of soil-download', () => {
    it('stays with its file, or its error, until that is over', async () => {
      const life = await Life.begin();
      const node = new DownloadNode(life.keeper);
      for (const _msgid of ['m1', 'm2']) node.take(linked({ _msgid }));
      await life.clock.advance(1);
      life.flowGate.close();
      const [came, failed] = [node.fetched(0), node.failed(1)];
      await life.clock.advance(LONG_MS);
      assert.deepEqual([node.out.length, node.errors.length], [0, 0]);
      life.flowGate.open();
      await Promise.all([came, failed]);
      assert.deepEqual([node.out.length, node.errors.length], [1, 1]);
      await life.end();
    });

    it('stays with its file, too, if that begins while the journal notes that the message goes', async () => {
      const life = await Life.begin();
      const node = new DownloadNode(life.keeper);
      node.take(linked());
      await life.clock.advance(1);
      closeWhileWritten(life);
      const came = node.fetched();
      await life.clock.advance(LONG_MS);
      assert.notEqual(life.flowGate.whenOpen(), undefined);
      assert.equal(node.out.length, 0);
      life.flowGate.open();
      await came;
      assert.equal(node.out.length, 1);
      await life.end();
    });

    it('is for the next life of a node that is closed meanwhile, which need not wait for that', async () => {
      const life = await Life.begin();
      const node = new DownloadNode(life.keeper);
      node.take(linked());
      await life.clock.advance(1);
      life.flowGate.close();
      void node.fetched();
      await life.clock.advance(LONG_MS);
      await node.close();
      const next = await takenUpAfter(life);
      assert.deepEqual([node.out.length, next.takenUp.map(({ _msgid }) => _msgid), next.origins.map(({ again }) => again)], [0, ['m1'], [false]]);
      await next.close();
    });
  });

  describe('a message of soil-submit', () => {
    it('stays with its job, or its error, until that is over', async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      service.creations = [service.jobAddress('1'), refusal(422)];
      life.flowGate.close();
      let told = 0;
      const outcomes = ['m1', 'm2'].map((_msgid) => submit(life, service, { reuse: false, message: { _msgid } }).finally(() => told++));
      const settled = Promise.allSettled(outcomes);
      await life.clock.advance(LONG_MS);
      assert.deepEqual([service.created.length, told], [2, 0]);
      life.flowGate.open();
      assert.deepEqual((await settled).map(({ status }) => status), ['fulfilled', 'rejected']);
      await life.end();
    });

    it('comes out after a kill, however long flows were being changed', async () => {
      const life = await Life.begin();
      life.flowGate.close();
      void submit(life, new ScriptedService()).catch(() => undefined);
      await life.clock.advance(LONG_MS);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 1 });
      const next = await Life.begin(life.disk.afterKill(), life.clock);
      const node = listener();
      next.keeper.outcomes.attach('submit', node);
      assert.deepEqual(node.news.length, 1);
      await next.end();
    });

    it('is for the next life of a node that is closed meanwhile', async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      const closing = new AbortController();
      life.flowGate.close();
      const submitted = assert.rejects(submit(life, service, { signal: closing.signal }), /closed/);
      await life.clock.advance(LONG_MS);
      closing.abort(new Error('closed'));
      await submitted;
      const node = listener();
      life.keeper.outcomes.attach('submit', node);
      assert.equal(node.news.length, 0, 'held');
      life.flowGate.open();
      await life.clock.advance(1);
      assert.deepEqual([node.news.length, service.created.length], [1, 1]);
      await life.end();
    });
  });
});
