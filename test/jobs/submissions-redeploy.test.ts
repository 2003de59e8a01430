import assert from 'node:assert/strict';
import { isSoilError, SoilError } from '../../src/errors/soil-error';
import type { JobAddress } from '../../src/service/job';
import { Life } from './life';
import { systemError } from './memory-disk';
import { later, refusal, running, ScriptedService } from './scripted-service';
import { isOpenOn, listener, submit, unanswered } from './submit-scenario';

describe('A redeploy during a submission', () => {
  it('gives the message back where a known job is being read, whether the keeper stays or is closed', async () => {
    for (const stays of [true, false]) {
      let life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      await life.clock.advance(5000);
      service.readings = { 1: [() => new Promise(() => undefined), running] };
      const closing = new AbortController();
      const message = { _msgid: 'm2', payload: 'another field' };
      const submitted = submit(life, service, { message, signal: closing.signal });
      await life.clock.advance(1);
      closing.abort(new Error('closed'));
      await assert.rejects(submitted, /closed/);
      if (!stays) {
        await life.end();
        life = await Life.begin(life.disk, life.clock);
      }
      const unsent: unknown[] = [];
      const detach = life.keeper.attachSubmissions('submit', { ...listener(), unsent: (given) => unsent.push(given) });
      await life.clock.advance(1);
      assert.deepEqual(unsent, [message], stays ? 'the keeper stays' : 'the keeper is closed');
      detach();
      assert.equal((await submit(life, service, { message })).reused, 'pending');
      assert.equal(service.created.length, 1);
      await life.end();
    }
  });

  it('gives back the message of one that is closed while another one waits for the same reading', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    await life.clock.advance(5000);
    const reading = later<typeof running>();
    service.readings = { 1: [() => reading.promise] };
    const closing = new AbortController();
    const message = { _msgid: 'm2' };
    const stopped = submit(life, service, { message, signal: closing.signal, node: 'closed' });
    const going = submit(life, service, { message: { _msgid: 'm3' } });
    closing.abort(new Error('closed'));
    await assert.rejects(stopped, /closed/);
    reading.resolve(running);
    assert.equal((await going).id, '1');
    const unsent: unknown[] = [];
    life.keeper.attachSubmissions('closed', { ...listener(), unsent: (given) => unsent.push(given) });
    assert.deepEqual(unsent, [message]);
    await life.end();
  });

  it('takes the intent back where the request is not sent yet', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const stop = new AbortController();
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    const submitting = submit(life, service, { signal: stop.signal });
    await life.clock.advance(1);
    stop.abort(new Error('redeployed'));
    await assert.rejects(submitting, /redeployed/);
    held.resolve();
    await life.clock.advance(1);
    assert.equal(service.created.length, 0);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('does not send where it came before everything else, and gives the message back', async () => {
    for (const known of [false, true]) {
      const life = await Life.begin();
      const service = new ScriptedService();
      if (known) await submit(life, service);
      const message = { _msgid: 'm2' };
      await assert.rejects(submit(life, service, { message, signal: AbortSignal.abort(new Error('redeployed')) }), /redeployed/);
      await life.clock.advance(5000);
      const next = await life.kill();
      const unsent: unknown[] = [];
      next.keeper.attachSubmissions('submit', { ...listener(), unsent: (given) => unsent.push(given) });
      assert.deepEqual([unsent, service.created.length], [[message], known ? 1 : 0]);
      await next.end();
    }
  });

  it('lets a request that was sent come back, and its message goes on from the node that comes up', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const stop = new AbortController();
    const message = { _msgid: 'm1', payload: 'field', res: new (class Response {})() };
    const submitting = submit(life, service, { signal: stop.signal, message });
    await life.clock.advance(1);
    assert.equal(service.created[0]?.options.signal, undefined, 'no signal goes along with the request');
    stop.abort(new Error('redeployed'));
    await assert.rejects(submitting, /redeployed/);
    const listening = listener();
    life.keeper.attachSubmissions('submit', listening);
    assert.deepEqual(listening.news, []);
    answer.resolve(service.jobAddress('7'));
    await life.clock.advance(1);
    assert.deepEqual(listening.news, [['created', message, '7', undefined]]);
    assert.equal((listening.news as unknown[][])[0]?.[1], message, 'the very message, with its live parts');
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 1 });
    await life.clock.advance(3_100);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('reports a request whose answer never came to the node that comes up', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const stop = new AbortController();
    const submitting = submit(life, service, { signal: stop.signal });
    await life.clock.advance(1);
    stop.abort(new Error('redeployed'));
    await assert.rejects(submitting);
    answer.reject(unanswered);
    await life.clock.advance(1);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    const listening = listener();
    const detach = life.keeper.attachSubmissions('submit', listening);
    assert.deepEqual(listening.news, [['unknown', { _msgid: 'm1', payload: 'field' }, 'SOIL_SUBMIT_UNKNOWN']]);
    detach();
    await life.clock.advance(1);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('that closes every node waits for requests that are under way, and the next keeper has their outcome', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const stop = new AbortController();
    const submitting = submit(life, service, { signal: stop.signal });
    await life.clock.advance(1);
    stop.abort(new Error('redeployed'));
    await assert.rejects(submitting);
    let released = false;
    const releasing = life.keeper.release().then(() => (released = true));
    await life.clock.advance(5_000);
    assert.equal(released, false);
    answer.resolve(service.jobAddress('7'));
    await releasing;
    assert.equal(life.clock.pending, 0);
    const next = await Life.begin(life.disk, life.clock);
    const listening = listener();
    next.keeper.attachSubmissions('submit', listening);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1', payload: 'field' }, '7', true]]);
    await next.end();
  });

  it('does not wait longer than Node-RED does, and still records the outcome', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const submitting = submit(life, service);
    await life.clock.advance(1);
    const releasing = life.keeper.release();
    await life.clock.advance(10_000);
    await releasing;
    assert.ok(life.disk.files.includes('jobs.lock'));
    answer.resolve(service.jobAddress('7'));
    await submitting;
    for (let turn = 0; turn < 50 && life.disk.files.includes('jobs.lock'); turn++) await life.clock.advance(0);
    assert.ok(!life.disk.files.includes('jobs.lock'));
    assert.equal((await isOpenOn(life.disk)).unknown, 0);
  });
});

describe('A request whose turn had not come when its node was closed', () => {
  const stopped = new SoilError('SOIL_CANCELLED', 'The service was shut down before it was sent.');

  /** Submits, closes the node, and shuts the service down under the request. */
  async function closeBeforeSending(life: Life, outcome = stopped): Promise<void> {
    const service = new ScriptedService();
    const turn = later<JobAddress>();
    service.creations = [() => turn.promise];
    const closing = new AbortController();
    const job = submit(life, service, { signal: closing.signal });
    await life.clock.advance(1);
    closing.abort(new Error('The node was closed.'));
    await assert.rejects(job, /The node was closed/);
    turn.reject(outcome);
    await life.clock.advance(1);
  }

  for (const how of ['a redeploy', 'a restart', 'a kill'] as const) {
    it(`is given back after ${how}, once, and is said to be nothing else`, async () => {
      let life = await Life.begin();
      await closeBeforeSending(life);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
      if (how === 'a kill') life = await life.kill();
      if (how === 'a restart') {
        await life.end();
        life = await Life.begin(life.disk, life.clock);
      }
      const news: unknown[] = [];
      const taker = { ...listener(), unsent: (message: Record<string, unknown>) => news.push(message) };
      life.keeper.attachSubmissions('submit', taker);
      await life.clock.advance(1);
      life.keeper.attachSubmissions('submit', taker);
      assert.deepEqual(news, [{ _msgid: 'm1', payload: 'field' }]);
      assert.deepEqual(taker.news, []);
      await life.end();
    });
  }

  it('is given back again after a kill, and to its node\'s next life, until it is submitted again', async () => {
    let life = await Life.begin();
    await closeBeforeSending(life);
    const given: Record<string, unknown>[] = [];
    const taker = { ...listener(), unsent: (message: Record<string, unknown>) => void given.push(message) };
    life.keeper.attachSubmissions('submit', taker)();
    life = await life.kill();
    life.keeper.attachSubmissions('submit', taker)();
    life.keeper.attachSubmissions('submit', taker);
    assert.deepEqual(given, Array(3).fill({ _msgid: 'm1', payload: 'field' }));
    const service = new ScriptedService();
    service.creations = [() => new Promise<JobAddress>(() => undefined)];
    void submit(life, service, { message: given[2]! });
    await life.clock.advance(1);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    const next = await Life.begin(life.disk.afterKill(), life.clock);
    next.keeper.attachSubmissions('submit', taker);
    assert.deepEqual([given.length, taker.news.length, service.created.length], [3, 1, 1]);
    await next.end();
  });

  it('comes late from a node that was closed, and is there once', async () => {
    for (const again of ['before', 'after', 'with another keeper']) {
      let life = await Life.begin();
      await closeBeforeSending(life);
      const given: Record<string, unknown>[] = [];
      const taker = { ...listener(), unsent: (message: Record<string, unknown>) => void given.push(message) };
      life.keeper.attachSubmissions('submit', taker)();
      const service = new ScriptedService();
      const late = (): Promise<void> =>
        assert.rejects(submit(life, service, { message: given[0]!, signal: AbortSignal.abort(new Error('closed')) }), /closed/);
      if (again === 'before') await late();
      if (again === 'with another keeper') {
        await life.end();
        life = await Life.begin(life.disk, life.clock);
      }
      life.keeper.attachSubmissions('submit', taker);
      const submitted = submit(life, service, { message: given[1]!, reuse: false });
      if (again !== 'before') await late();
      assert.equal((await submitted).redelivered, undefined);
      await life.clock.advance(10_000);
      const next = await life.kill();
      next.keeper.attachSubmissions('submit', taker);
      assert.deepEqual([given.length, taker.news, service.created.length], [2, [], 1], again);
      await next.end();
    }
  });

  it('is over where its flow is told an error instead, by the service, by the disk or before it is submitted', async () => {
    for (const how of ['refused', 'disk', 'given up', 'a job that is known']) {
      const life = await Life.begin();
      const service = new ScriptedService();
      await closeBeforeSending(life);
      if (how === 'a job that is known') await submit(life, service);
      const given: Record<string, unknown>[] = [];
      const taker = { ...listener(), unsent: (message: Record<string, unknown>) => void given.push(message) };
      life.keeper.attachSubmissions('submit', taker);
      const message = given[0]!;
      if (how === 'given up') life.keeper.giveUp(message);
      if (how === 'refused') {
        service.creations = [refusal(400)];
        await assert.rejects(submit(life, service, { message }));
      }
      if (how === 'disk') {
        life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
        await assert.rejects(submit(life, service, { message }), (error) => isSoilError(error, 'SOIL_STORAGE'));
        life.disk.fault = () => undefined;
      }
      if (how === 'a job that is known') assert.equal((await submit(life, service, { message })).reused, 'pending');
      await life.clock.advance(10_000);
      const next = await life.kill();
      next.keeper.attachSubmissions('submit', taker);
      assert.deepEqual([given.length, taker.news], [1, []], how);
      await next.end();
    }
  });

  it('is given back too where the service refused it meanwhile: somebody has to hear of that', async () => {
    const life = await Life.begin();
    await closeBeforeSending(life, new SoilError('SOIL_AUTH', 'The credentials were refused.'));
    const news: unknown[] = [];
    life.keeper.attachSubmissions('submit', { ...listener(), unsent: (message) => news.push(message) });
    assert.deepEqual(news, [{ _msgid: 'm1', payload: 'field' }]);
    await life.end();
  });

  for (const outcome of [new SoilError('SOIL_AUTH', 'The credentials were refused.'), new SoilError('SOIL_RESPONSE', 'It gave no address of the job.')]) {
    it(`is heard of where the node is closed while what it came to is written down (${outcome.code})`, async () => {
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
      const given: unknown[] = [];
      const taker = { ...listener(), unsent: (message: Record<string, unknown>) => given.push(message) };
      life.keeper.attachSubmissions('submit', taker);
      const message = { _msgid: 'm1', payload: 'field' };
      assert.deepEqual([given, taker.news], outcome.code === 'SOIL_AUTH' ? [[message], []] : [[], [['unknown', message, 'SOIL_SUBMIT_UNKNOWN']]]);
      await life.end();
    });
  }

  it('is given back where the disk does not take its intent', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const held = later<void>();
    life.disk.hold = (call) => (call.startsWith('write') ? held.promise : undefined);
    life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
    const closing = new AbortController();
    const submitted = assert.rejects(submit(life, service, { signal: closing.signal }), /The node was closed/);
    await life.clock.advance(1);
    closing.abort(new Error('The node was closed.'));
    await submitted;
    held.resolve();
    await life.clock.advance(1);
    const given: unknown[] = [];
    life.keeper.attachSubmissions('submit', { ...listener(), unsent: (message) => given.push(message) });
    assert.deepEqual([given, service.created.length], [[{ _msgid: 'm1', payload: 'field' }], 0]);
    life.disk.fault = () => undefined;
    await life.end();
  });

  it('is never given back where the service took it and named no job', async () => {
    const life = await Life.begin();
    await closeBeforeSending(life, new SoilError('SOIL_RESPONSE', 'The service took the request but gave no address of the job.'));
    const given: unknown[] = [];
    const taker = { ...listener(), unsent: (message: Record<string, unknown>) => given.push(message) };
    life.keeper.attachSubmissions('submit', taker);
    assert.deepEqual(given, []);
    assert.match(JSON.stringify(taker.news), /unknown/);
    await life.end();
  });

  it('stays where nobody takes it, and goes with its node', async () => {
    const life = await Life.begin();
    await closeBeforeSending(life);
    life.keeper.attachSubmissions('submit', listener());
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
    // The disk takes its time: whoever waits for the request must leave it that.
    life.disk.hold = () => new Promise((resolve) => setTimeout(resolve, 5));
    turn.reject(stopped);
    await failed;
    await released;
  });
});
