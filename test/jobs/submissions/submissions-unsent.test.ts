import assert from 'node:assert/strict';
import { isSoilError, SoilError } from '../../../src/errors/soil-error';
import type { JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { later, refusal, ScriptedService } from '../scripted-service';
import { wait } from '../waits/wait-scenario';
import { isOpenOn, submit, submitAndClose, taker } from './submit-scenario';

describe('A request whose turn had not come when its node was closed', () => {
  const stopped = new SoilError('SOIL_CANCELLED', 'The service was shut down before it was sent.');

  /** Submits, closes the node, and then tells what became of the request. */
  async function closeBeforeSending(life: Life, outcome = stopped, message?: Record<string, unknown>): Promise<void> {
    const service = new ScriptedService();
    const turn = later<JobAddress>();
    service.creations = [() => turn.promise];
    await submitAndClose(life, service, { message });
    turn.reject(outcome);
    await life.clock.advance(1);
  }

  for (const how of ['a redeploy', 'a restart', 'a kill'] as const) {
    it(`is given back after ${how}, once, and is reported as nothing else`, async () => {
      let life = await Life.begin();
      await closeBeforeSending(life);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
      if (how === 'a kill') life = await life.kill();
      if (how === 'a restart') {
        await life.end();
        life = await Life.begin(life.disk, life.clock);
      }
      const node = taker();
      life.keeper.outcomes.attach('submit', node);
      await life.clock.advance(1);
      life.keeper.outcomes.attach('submit', node);
      assert.deepEqual([node.given, node.news], [[{ _msgid: 'm1', payload: 'field' }], []]);
      await life.end();
    });
  }

  it('is given back again after a kill, and to its node\'s next life, until it is submitted again', async () => {
    let life = await Life.begin();
    await closeBeforeSending(life);
    const node = taker();
    life.keeper.outcomes.attach('submit', node)();
    life = await life.kill();
    life.keeper.outcomes.attach('submit', node)();
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual(node.given, Array(3).fill({ _msgid: 'm1', payload: 'field' }));
    const service = new ScriptedService();
    service.creations = [() => new Promise<JobAddress>(() => undefined)];
    void submit(life, service, { message: node.given[2]! });
    await life.clock.advance(1);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    const next = await Life.begin(life.disk.afterKill(), life.clock);
    next.keeper.outcomes.attach('submit', node);
    assert.deepEqual([node.given.length, node.news.length, service.created.length], [3, 1, 1]);
    await next.end();
  });

  it('is over once it is submitted again, even if another node was closed meanwhile', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await closeBeforeSending(life);
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    life.keeper.outcomes.attach('another', taker())();
    await submit(life, service, { message: node.given[0]! });
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual([node.given.length, service.created.length], [1, 1]);
    await life.end();
  });

  it('is given back twice if its message came twice as one object, and not once more when both are submitted again', async () => {
    const life = await Life.begin();
    const message = { _msgid: 'm1', payload: 'field' };
    for (let time = 0; time < 2; time++) await closeBeforeSending(life, stopped, message);
    const node = taker();
    const detach = life.keeper.outcomes.attach('submit', node);
    const service = new ScriptedService();
    for (const given of node.given) await submit(life, service, { message: given, reuse: false });
    await life.clock.advance(10_000);
    detach();
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual([node.given.length, service.created.length], [2, 2]);
    await life.end();
  });

  it('is there once if it comes late from a node that was closed', async () => {
    for (const again of ['before', 'after', 'with another keeper']) {
      let life = await Life.begin();
      await closeBeforeSending(life);
      const node = taker();
      life.keeper.outcomes.attach('submit', node)();
      const service = new ScriptedService();
      const late = (): Promise<void> =>
        assert.rejects(submit(life, service, { message: node.given[0]!, signal: AbortSignal.abort(new Error('closed')) }), /closed/);
      if (again === 'before') await late();
      if (again === 'with another keeper') {
        await life.end();
        life = await Life.begin(life.disk, life.clock);
      }
      life.keeper.outcomes.attach('submit', node);
      const submitted = submit(life, service, { message: node.given[1]!, reuse: false });
      if (again !== 'before') await late();
      assert.equal((await submitted).redelivered, undefined);
      await life.clock.advance(10_000);
      const next = await life.kill();
      next.keeper.outcomes.attach('submit', node);
      assert.deepEqual([node.given.length, node.news, service.created.length], [2, [], 1], again);
      await next.end();
    }
  });

  it('is over if its flow is told an error instead, by the service, by the disk or before it is submitted', async () => {
    for (const how of ['refused', 'disk', 'given up', 'a job that is known']) {
      const life = await Life.begin();
      const service = new ScriptedService();
      await closeBeforeSending(life);
      if (how === 'a job that is known') await submit(life, service);
      const node = taker();
      life.keeper.outcomes.attach('submit', node);
      const message = node.given[0]!;
      if (how === 'given up') life.keeper.outcomes.giveUp(message);
      if (how === 'refused') {
        service.creations = [refusal(400)];
        await assert.rejects(submit(life, service, { message }));
      }
      if (how === 'disk') {
        life.disk.fillUp();
        await assert.rejects(submit(life, service, { message }), (error) => isSoilError(error, 'SOIL_STORAGE'));
        life.disk.fault = () => undefined;
      }
      if (how === 'a job that is known') assert.equal((await submit(life, service, { message })).reused, 'pending');
      await life.clock.advance(10_000);
      const next = await life.kill();
      next.keeper.outcomes.attach('submit', node);
      assert.deepEqual([node.given.length, node.news], [1, []], how);
      await next.end();
    }
  });

  for (const isAwaited of [false, true]) {
    it(`is answered with a job that is known, and comes out again after a crash ${isAwaited ? 'no more once soil-wait has it' : 'before soil-wait has it'}`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      await closeBeforeSending(life);
      await submit(life, service, { message: { _msgid: 'other' } });
      const node = taker();
      life.keeper.outcomes.attach('submit', node);
      const message = node.given[0]!;
      const job = await submit(life, service, { message });
      if (isAwaited) await wait(life, service, message, { job });
      await life.clock.advance(1000);
      const next = await Life.begin(life.disk.afterKill(), life.clock);
      const later = taker();
      next.keeper.outcomes.attach('submit', later);
      const again = later.news.filter((news) => (news as [string, { _msgid: string }])[1]._msgid === 'm1');
      assert.deepEqual([later.given, again], [[], isAwaited ? [] : [['created', message, job.id, true]]]);
      assert.equal(service.created.length, 1);
      await next.end();
      await life.end();
    });
  }

  it('is given back even if the service refused it meanwhile: somebody has to hear of that', async () => {
    const life = await Life.begin();
    await closeBeforeSending(life, new SoilError('SOIL_AUTH', 'The credentials were refused.'));
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual(node.given, [{ _msgid: 'm1', payload: 'field' }]);
    await life.end();
  });

  for (const outcome of [new SoilError('SOIL_AUTH', 'The credentials were refused.'), new SoilError('SOIL_RESPONSE', 'It gave no address of the job.')]) {
    it(`is heard of if the node is closed while its outcome is written down (${outcome.code})`, async () => {
      let life = await Life.begin();
      const service = new ScriptedService();
      const answer = later<JobAddress>();
      service.creations = [() => answer.promise];
      const closing = new AbortController();
      const submitted = assert.rejects(submit(life, service, { signal: closing.signal }), /The node was closed/);
      await life.clock.advance(1);
      const held = later<void>();
      life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
      answer.reject(outcome);
      await life.clock.advance(1);
      closing.abort(new Error('The node was closed.'));
      await submitted;
      held.resolve();
      life.disk.hold = () => undefined;
      await life.clock.advance(1);
      life = await life.kill();
      const node = taker();
      life.keeper.outcomes.attach('submit', node);
      const message = { _msgid: 'm1', payload: 'field' };
      assert.deepEqual([node.given, node.news], outcome.code === 'SOIL_AUTH' ? [[message], []] : [[], [['unknown', message, 'SOIL_SUBMIT_UNKNOWN']]]);
      await life.end();
    });
  }

  it('is given back if the disk does not take its intent', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const held = later<void>();
    life.disk.hold = (call) => (call.startsWith('write') ? held.promise : undefined);
    life.disk.fillUp();
    await submitAndClose(life, service);
    held.resolve();
    await life.clock.advance(1);
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual([node.given, service.created.length], [[{ _msgid: 'm1', payload: 'field' }], 0]);
    life.disk.fault = () => undefined;
    await life.end();
  });

  it('is given back, and not sent, if the node is closed while the disk is noting that it is about to be sent', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const held = later<void>();
    let writes = 0;
    life.disk.hold = (call) => (call === 'write jobs.journal' && ++writes === 2 ? held.promise : undefined);
    await submitAndClose(life, service);
    held.resolve();
    await life.clock.advance(1);
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual([node.given, node.news, service.created.length], [[{ _msgid: 'm1', payload: 'field' }], [], 0]);
    await life.end();
  });

  it('is never given back if the service took it and named no job', async () => {
    const life = await Life.begin();
    await closeBeforeSending(life, new SoilError('SOIL_RESPONSE', 'The service took the request but gave no address of the job.'));
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    assert.deepEqual(node.given, []);
    assert.match(JSON.stringify(node.news), /unknown/);
    await life.end();
  });

  it('stays while its node is missing, and is dropped with it', async () => {
    const life = await Life.begin();
    await closeBeforeSending(life);
    assert.match((await life.keeper.retain(() => false)).join(), /was deleted: its request of .* is not sent/);
    await life.end();
  });

  it('that fails while the keeper is given back does not hold it up', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const turn = later<JobAddress>();
    service.creations = [() => turn.promise];
    const failed = assert.rejects(submit(life, service), /shut down/);
    await life.clock.advance(1);
    const released = life.keeper.release();
    // The disk takes its time: whatever waits for the request must allow for that.
    life.disk.hold = () => new Promise((resolve) => setTimeout(resolve, 5));
    turn.reject(stopped);
    await failed;
    await released;
  });
});
