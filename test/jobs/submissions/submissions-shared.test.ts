import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { Job, JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { later, refusal, ScriptedService } from '../scripted-service';
import { isOpenOn, listener, submit, unanswered } from './submit-scenario';

describe('Reuse', () => {
  it('sends one request for many that are identical and come at once', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const jobs = await Promise.all(Array.from({ length: 20 }, (_, at) => submit(life, service, { message: { _msgid: `m${at}` } })));
    assert.equal(service.created.length, 1);
    assert.deepEqual(new Set(jobs.map(({ id }) => id)), new Set(['1']));
    assert.deepEqual(jobs.map(({ reused }) => reused ?? 'new'), ['new', ...Array.from({ length: 19 }, () => 'pending')]);
    await life.end();
  });

  it('makes no second job for one that comes in any step between the answer and its record', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const life = await Life.begin();
      const service = new ScriptedService();
      const answer = later<JobAddress>();
      service.creations = [() => answer.promise];
      const first = submit(life, service, { message: { _msgid: 'm1' } });
      await life.clock.advance(1);
      answer.resolve(service.jobAddress('1'));
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const second = submit(life, service, { message: { _msgid: 'm2' } });
      assert.deepEqual((await Promise.all([first, second])).map(({ id, reused }) => [id, reused]), [['1', undefined], ['1', 'pending']], `${steps} steps`);
      await life.end();
    }
  });

  it('gives all of them the error if the one request fails, and sends again for the next', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [refusal(400)];
    const outcomes = await Promise.allSettled([submit(life, service), submit(life, service)]);
    assert.deepEqual(outcomes.map(({ status }) => status), ['rejected', 'rejected']);
    assert.equal((await submit(life, service)).reused, undefined);
    assert.equal(service.created.length, 2);
    await life.end();
  });

  it('goes on for the others if the one that began it is stopped', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const stop = new AbortController();
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    const began = submit(life, service, { signal: stop.signal, message: { _msgid: 'm1' } });
    const joined = submit(life, service, { message: { _msgid: 'm2' }, node: 'another' });
    await life.clock.advance(1);
    stop.abort(new Error('redeployed'));
    await assert.rejects(began, /redeployed/);
    held.resolve();
    assert.equal((await joined).id, '1');
    const listening = listener();
    life.keeper.outcomes.attach('submit', listening);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1' }, '1', undefined]]);
    await life.end();
  });

  for (const isKnown of [false, true]) {
    it(`goes on by another service of the same account if the one by which it ${isKnown ? 'reads a known job' : 'waits for its turn'} is closed`, async () => {
      const life = await Life.begin();
      const [one, other] = [new ScriptedService(), new ScriptedService()];
      if (isKnown) await submit(life, other, { message: { _msgid: 'earlier' } });
      const closed = later<never>();
      one.createJob = () => closed.promise;
      one.pollJob = () => closed.promise;
      const stop = new AbortController();
      const began = submit(life, one, { signal: stop.signal, message: { _msgid: 'm1' } });
      const joined = submit(life, other, { message: { _msgid: 'm2' }, node: 'another' });
      await life.clock.advance(1);
      stop.abort(new Error('removed'));
      await assert.rejects(began, /removed/);
      closed.reject(new SoilError('SOIL_CANCELLED', 'Did not create the job: the connection to the service was shut down.'));
      assert.deepEqual([(await joined).id, other.created.length], ['1', 1]);
      await life.end();
    });
  }

  it('gives every message back if all that wait for a request are stopped before it is sent', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const stop = new AbortController();
    const callers = [1, 2].map((at) => submit(life, service, { message: { _msgid: `m${at}` }, signal: stop.signal }));
    stop.abort(new Error('redeployed'));
    for (const caller of callers) await assert.rejects(caller, /redeployed/);
    await life.clock.advance(1);
    const again: unknown[] = [];
    life.keeper.outcomes.attach('submit', { ...listener(), unsent: ({ _msgid }) => again.push(_msgid) });
    assert.deepEqual([again, service.created.length], [['m1', 'm2'], 0]);
    await life.end();
  });

  it('sends one request for those that come while the end of a failed one is written down, or after it', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const second = later<JobAddress>();
    service.creations = [refusal(400), () => second.promise];
    const held = later<void>();
    const first = assert.rejects(submit(life, service, { message: { _msgid: 'm1' } }));
    life.disk.hold = (call) => (call === 'sync jobs.journal' && service.created.length > 0 ? held.promise : undefined);
    await life.clock.advance(1);
    const others = [submit(life, service, { message: { _msgid: 'm2' } })];
    held.resolve();
    await first;
    others.push(submit(life, service, { message: { _msgid: 'm3' } }));
    await life.clock.advance(1);
    second.resolve(service.jobAddress('7'));
    assert.deepEqual((await Promise.all(others)).map(({ id }) => id), ['7', '7']);
    assert.equal(service.created.length, 2);
    await life.end();
  });

  it('leaves alone messages that are to have a job of their own', async () => {
    for (const reuse of [[true, false], [false, true], [false, false]]) {
      const life = await Life.begin();
      const service = new ScriptedService();
      const jobs = await Promise.all(reuse.map((each, at) => submit(life, service, { reuse: each, message: { _msgid: `m${at}` } })));
      assert.deepEqual(jobs.map(({ id, reused }) => [id, reused]), [['1', undefined], ['2', undefined]]);
      await life.end();
    }
  });

  it('treats a job that is just being written down as a known job', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const first = submit(life, service, { message: { _msgid: 'm1' } });
    await life.clock.advance(1);
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    answer.resolve(service.jobAddress('7'));
    await life.clock.advance(1);
    const second = submit(life, service, { message: { _msgid: 'm2' } });
    await life.clock.advance(1);
    held.resolve();
    assert.deepEqual([(await first).reused, (await second).id, (await second).reused], [undefined, '7', 'pending']);
    await life.clock.advance(5000);
    assert.deepEqual(life.keeper.list().filter(({ state }) => state === 'unknown'), []);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('fails alone for a message that is too large to be kept, whether it came first or joined', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const large = { message: { area: 'x'.repeat(17_000_000) } };
    const outcomes = await Promise.allSettled([submit(life, service, large), submit(life, service), submit(life, service, large)]);
    assert.deepEqual(outcomes.map(({ status }) => status), ['rejected', 'fulfilled', 'rejected']);
    await life.end();
  });

  describe('of a request that is under way', () => {
    /** Three messages for one request: one that begins it, one that joins before it is sent, one that joins afterwards. */
    async function three(): Promise<{ life: Life; service: ScriptedService; answer: ReturnType<typeof later<JobAddress>>; stop: AbortController; callers: Promise<Job>[] }> {
      const life = await Life.begin();
      const service = new ScriptedService();
      const answer = later<JobAddress>();
      const stop = new AbortController();
      service.creations = [() => answer.promise];
      const take = (at: number, node: string): Promise<Job> => submit(life, service, { message: { _msgid: `m${at}`, at }, node, signal: stop.signal });
      const callers = [take(1, 'submit'), take(2, 'submit')];
      await life.clock.advance(1);
      assert.equal(service.created.length, 1);
      callers.push(take(3, 'another'));
      await life.clock.advance(1);
      return { life, service, answer, stop, callers };
    }

    it('reports every message after a kill that leaves its fate unknown', async () => {
      const { life, service, answer, callers } = await three();
      const next = await Life.begin(life.disk.afterKill(), life.clock);
      const [news, another] = [listener(), listener()];
      next.keeper.outcomes.attach('submit', news);
      next.keeper.outcomes.attach('another', another);
      assert.deepEqual(news.news, [1, 2].map((at) => ['unknown', { _msgid: `m${at}`, at }, 'SOIL_SUBMIT_UNKNOWN']));
      assert.deepEqual(another.news, [['unknown', { _msgid: 'm3', at: 3 }, 'SOIL_SUBMIT_UNKNOWN']]);
      await next.end();
      answer.resolve(service.jobAddress('7'));
      await Promise.all(callers);
      await life.end();
    });

    it('gives its job to every message after a kill', async () => {
      const { life, service, answer, callers } = await three();
      answer.resolve(service.jobAddress('7'));
      const jobs = await Promise.all(callers);
      assert.deepEqual(jobs.map(({ id, reused }) => [id, reused]), [['7', undefined], ['7', 'pending'], ['7', 'pending']]);
      const next = await life.kill();
      const came: unknown[] = [];
      for (const node of ['submit', 'another']) {
        next.keeper.outcomes.attach(node, { created: ({ _msgid }, { id, reused, redelivered }) => came.push([node, _msgid, id, reused, redelivered]), unknown: () => assert.fail(), unsent: () => assert.fail() });
      }
      assert.deepEqual(came, [['submit', 'm1', '7', undefined, true], ['submit', 'm2', '7', 'pending', true], ['another', 'm3', '7', 'pending', true]]);
      assert.equal(service.created.length, 1);
      await next.clock.advance(5000);
      const last = await next.kill();
      assert.deepEqual(await isOpenOn(last.disk), { unknown: 0, created: 0 });
      await last.end();
    });

    it('gives its job to every message after a redeploy, once', async () => {
      const { life, service, answer, stop, callers } = await three();
      stop.abort(new Error('redeployed'));
      for (const caller of callers) await assert.rejects(caller, /redeployed/);
      const [news, another] = [listener(), listener()];
      life.keeper.outcomes.attach('submit', news);
      answer.resolve(service.jobAddress('7'));
      await life.clock.advance(1);
      life.keeper.outcomes.attach('another', another);
      assert.deepEqual(news.news, [1, 2].map((at) => ['created', { _msgid: `m${at}`, at }, '7', undefined]));
      assert.deepEqual(another.news, [['created', { _msgid: 'm3', at: 3 }, '7', undefined]]);
      await life.end();
    });

    it('is over for each message when its own wait is accepted', async () => {
      const { life, service, answer, callers } = await three();
      answer.resolve(service.jobAddress('7'));
      const [job] = await Promise.all(callers);
      for (const at of [3, 1]) {
        await life.keeper.waits.accept({ service, job: job as Job, node: 'wait', message: { _msgid: `m${at}` }, timeoutMinutes: 1, firstPollSeconds: 1, maxPollSeconds: 1 });
      }
      const next = await life.kill();
      const [news, another] = [listener(), listener()];
      next.keeper.outcomes.attach('submit', news);
      next.keeper.outcomes.attach('another', another);
      assert.deepEqual([news.news, another.news], [[['created', { _msgid: 'm2', at: 2 }, '7', true]], []]);
      await next.end();
    });

    it('leaves nothing of any message if it is refused', async () => {
      const { life, answer, callers } = await three();
      answer.reject(refusal(400));
      for (const caller of callers) await assert.rejects(caller, /400/);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
      assert.deepEqual(life.keeper.list(), []);
      await life.end();
    });

    it('says of each message that nobody knows, and reports it once', async () => {
      const { life, answer, callers } = await three();
      answer.reject(unanswered);
      for (const caller of callers) await assert.rejects(caller, /no answer/);
      await life.clock.advance(1);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
      assert.deepEqual(life.keeper.list().map(({ state }) => state), ['unknown', 'unknown', 'unknown']);
      await life.end();
    });
  });

  it('has each node that closes wait for the request that it shares, and no other node', async () => {
    const life = await Life.begin();
    for (let holder = 0; holder < 3; holder++) await JobKeeper.acquire(life.disk.opened as string, { clock: life.clock, fileSystem: life.disk });
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    for (const node of ['first', 'second']) void submit(life, service, { node, message: { _msgid: node } });
    await life.clock.advance(1);
    const released: string[] = [];
    const releasing = ['first', 'second', 'other'].map((node) => life.keeper.release(node).then(() => released.push(node)));
    await life.clock.advance(5_000);
    assert.deepEqual(released, ['other']);
    answer.resolve(service.jobAddress('7'));
    await Promise.all(releasing);
    await life.end();
  });
});
