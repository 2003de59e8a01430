import assert from 'node:assert/strict';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { later, running, ScriptedService } from '../scripted-service';
import { isOpenOn, listener, submit, submitAndClose, taker, unanswered } from './submit-scenario';

describe('A redeploy during a submission', () => {
  it('gives the message back if a known job is being read, whether the keeper stays or is closed', async () => {
    for (const stays of [true, false]) {
      let life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      await life.clock.advance(5000);
      service.polls = { 1: [() => new Promise(() => undefined), running] };
      const message = { _msgid: 'm2', payload: 'another field' };
      await submitAndClose(life, service, { message });
      if (!stays) {
        await life.end();
        life = await Life.begin(life.disk, life.clock);
      }
      const node = taker();
      const detach = life.keeper.outcomes.attach('submit', node);
      await life.clock.advance(1);
      assert.deepEqual(node.given, [message], stays ? 'the keeper stays' : 'the keeper is closed');
      detach();
      assert.equal((await submit(life, service, { message })).reused, 'pending');
      assert.equal(service.created.length, 1);
      await life.end();
    }
  });

  it('gives back the message of a node that is closed while another waits for the same poll', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    await life.clock.advance(5000);
    const poll = later<typeof running>();
    service.polls = { 1: [() => poll.promise] };
    const closing = new AbortController();
    const message = { _msgid: 'm2' };
    const stopped = submit(life, service, { message, signal: closing.signal, node: 'closed' });
    const going = submit(life, service, { message: { _msgid: 'm3' } });
    closing.abort(new Error('closed'));
    await assert.rejects(stopped, /closed/);
    poll.resolve(running);
    assert.equal((await going).id, '1');
    const node = taker();
    life.keeper.outcomes.attach('closed', node);
    assert.deepEqual(node.given, [message]);
    await life.end();
  });

  it('keeps the message of a submission that comes at the moment of the reading of the job, and is closed before it may go on', async () => {
    // One step of promises later each time, until the submission comes too late to wait for the same reading.
    for (let steps = 0; steps < 20; steps++) {
      const life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      await life.clock.advance(5000);
      const poll = later<typeof running>();
      service.polls = { 1: [() => poll.promise, running] };
      life.flowGate.close();
      void submit(life, service, { message: { _msgid: 'm2' } });
      await life.clock.advance(1);
      poll.resolve(running);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const message = { _msgid: 'm3' };
      await submitAndClose(life, service, { message, node: 'closed' });
      life.flowGate.open();
      const node = taker();
      life.keeper.outcomes.attach('closed', node);
      await life.clock.advance(1);
      assert.deepEqual([...node.given, ...node.news.map((news) => (news as unknown[])[1])], [message], `${steps} steps`);
      await life.end();
    }
  });

  it('keeps a message that the disk did not take, if its error has not come out before the node is closed', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    life.disk.fillUp();
    life.flowGate.close();
    const message = { _msgid: 'm1' };
    await submitAndClose(life, service, { message });
    life.flowGate.open();
    life.disk.fault = () => undefined;
    await life.clock.advance(60_000);
    const next = await life.kill();
    const node = taker();
    next.keeper.outcomes.attach('submit', node);
    assert.deepEqual([node.given, service.created.length], [[message], 0]);
    await next.end();
  });

  it('keeps a message that was given back on the disk until its error has come out, if the disk does not take it again', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const message = { _msgid: 'm1' };
    await assert.rejects(submit(life, service, { message, signal: AbortSignal.abort(new Error('redeployed')) }), /redeployed/);
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    await life.clock.advance(1);
    life.disk.fillUp();
    life.flowGate.close();
    void submit(life, service, { message: node.given[0] }).catch(() => undefined);
    await life.clock.advance(1);
    life.disk.fault = () => undefined;
    await life.clock.advance(60_000);
    const next = await life.kill();
    next.keeper.outcomes.attach('submit', node);
    assert.deepEqual(node.given, [message, message]);
    await next.end();
  });

  it('takes the intent back if the request is not sent yet', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    await submitAndClose(life, service);
    held.resolve();
    await life.clock.advance(1);
    assert.equal(service.created.length, 0);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('does not send if it came before everything else, and gives the message back', async () => {
    for (const known of [false, true]) {
      const life = await Life.begin();
      const service = new ScriptedService();
      if (known) await submit(life, service);
      const message = { _msgid: 'm2' };
      await assert.rejects(submit(life, service, { message, signal: AbortSignal.abort(new Error('redeployed')) }), /redeployed/);
      await life.clock.advance(5000);
      const next = await life.kill();
      const node = taker();
      next.keeper.outcomes.attach('submit', node);
      assert.deepEqual([node.given, service.created.length], [[message], known ? 1 : 0]);
      await next.end();
    }
  });

  it('lets a request that was sent come back, and its message goes on from the node that comes up', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const message = { _msgid: 'm1', payload: 'field', res: new (class Response {})() };
    await submitAndClose(life, service, { message });
    assert.deepEqual(service.created.map(({ options }) => options.signal?.aborted), [false], 'it is not broken off');
    const listening = listener();
    life.keeper.outcomes.attach('submit', listening);
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
    await submitAndClose(life, service);
    answer.reject(unanswered);
    await life.clock.advance(1);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    const listening = listener();
    const detach = life.keeper.outcomes.attach('submit', listening);
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
    await submitAndClose(life, service);
    let released = false;
    const releasing = life.keeper.release().then(() => (released = true));
    await life.clock.advance(5_000);
    assert.equal(released, false);
    answer.resolve(service.jobAddress('7'));
    await releasing;
    assert.equal(life.clock.pending, 0);
    const next = await Life.begin(life.disk, life.clock);
    const listening = listener();
    next.keeper.outcomes.attach('submit', listening);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1', payload: 'field' }, '7', true]]);
    await next.end();
  });

  it('that closes every node waits for the requests of each, even if that of another has come back before', async () => {
    const life = await Life.begin();
    await JobKeeper.acquire(life.disk.opened as string, { clock: life.clock, fileSystem: life.disk });
    const service = new ScriptedService();
    const answers = [later<JobAddress>(), later<JobAddress>()] as const;
    service.creations = answers.map(({ promise }) => () => promise);
    await submitAndClose(life, service, { node: 'first', reuse: false });
    const message = { _msgid: 'm2', payload: 'another field' };
    await submitAndClose(life, service, { message, reuse: false });
    const releasing = [life.keeper.release('first'), life.keeper.release('submit')];
    for (const [index, { resolve }] of answers.entries()) {
      resolve(service.jobAddress(`${index + 7}`));
      await life.clock.advance(1);
    }
    await Promise.all(releasing);
    const next = await Life.begin(life.disk, life.clock);
    const listening = listener();
    next.keeper.outcomes.attach('submit', listening);
    assert.deepEqual(listening.news, [['created', message, '8', true]]);
    await next.end();
  });

  it('that closes every node keeps the live parts of a message whose request comes back meanwhile', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const message = { _msgid: 'm1', res: new (class Response {})() };
    await submitAndClose(life, service, { message });
    const releasing = life.keeper.release();
    answer.resolve(service.jobAddress('7'));
    await life.clock.advance(1);
    await releasing;
    const keeper = await JobKeeper.acquire(life.disk.opened as string, { clock: life.clock, fileSystem: life.disk });
    const listening = listener();
    keeper.outcomes.attach('submit', listening);
    assert.equal((listening.news as unknown[][])[0]?.[1], message);
    await keeper.release();
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

  describe('that closes every node just after a message went on', () => {
    async function newsAfter(between: (life: Life) => void, hasWait: boolean): Promise<unknown[]> {
      const life = await Life.begin();
      const service = new ScriptedService();
      if (hasWait) life.keeper.outcomes.expectWaits();
      await submit(life, service);
      between(life);
      await life.end();
      const next = await Life.begin(life.disk, life.clock);
      const listening = listener();
      next.keeper.outcomes.attach('submit', listening);
      await next.end();
      return listening.news;
    }

    it('repeats it if a soil-wait should have it and does not', async () => {
      assert.deepEqual(await newsAfter(() => undefined, true), [['created', { _msgid: 'm1', payload: 'field' }, '1', true]]);
    });

    it('repeats nothing if there is no soil-wait, which alone would say that it has it', async () => {
      assert.deepEqual(await newsAfter(() => undefined, false), []);
    });

    it('repeats it even then if that was the very turn in which it left', async () => {
      assert.deepEqual(await newsAfter((life) => life.flowGate.close(), false), [['created', { _msgid: 'm1', payload: 'field' }, '1', true]]);
    });
  });
});
