import assert from 'node:assert/strict';
import { SoilError } from '../../src/errors/soil-error';
import type { Job, JobAddress, JobReading } from '../../src/service/job';
import { DownloadNode, linked } from './job-download-scenario';
import { Life } from './life';
import { completed, later, refusal, running, ScriptedService, unreachable } from './scripted-service';
import { isOpenOn, listener, query, submit, taker, unanswered } from './submit-scenario';

describe('Reuse', () => {
  it('answers an identical request with the pending job, however the request is written', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const first = await submit(life, service);
    service.readings['1'] = [{ ...running, startTime: '2026-01-01T00:00:01Z' }];
    const same = { geometry: query.geometry.replaceAll(', ', ','), soilProperties: [1, 2], datasets: [] };
    const second = await submit(life, service, { query: same });
    assert.equal(service.created.length, 1);
    const { status, description } = running;
    assert.deepEqual(second, { ...first, status, description, startTime: '2026-01-01T00:00:01Z', polls: 1, reused: 'pending' });
    await life.end();
  });

  it('lives through a restart', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    await submit(first, service);
    const second = await first.kill();
    const job = await submit(second, service);
    assert.deepEqual([job.id, job.reused, service.created.length], ['1', 'pending', 1]);
    await second.end();
  });

  it('answers with a finished job whose link lasts, read again from the service', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    const result = { url: 'https://files.example/1.zip?signature=new', expires: '2026-01-01T01:00:00Z' };
    service.readings['1'] = [completed('1', { result })];
    const job = await submit(life, service);
    assert.deepEqual([job.id, job.reused, job.result, service.created.length], ['1', 'finished', result, 1]);
    assert.doesNotMatch(life.disk.contents('jobs.journal')?.toString() ?? '', /signature=/);
    await life.end();
  });

  const useless: [string, Parameters<typeof completed>[1] | SoilError][] = [
    ['whose link is about to end', { result: { url: 'https://f.example/1?sig=1', expires: '2026-01-01T00:04:00Z' } }],
    ['that has failed', { phase: 'failed', status: 'Failed' }],
    ['that the service no longer has', refusal(410)]
  ];
  for (const [which, reading] of useless) {
    it(`leaves a job ${which}, and makes a new one`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      service.readings['1'] = [reading instanceof Error ? reading : completed('1', reading)];
      const job = await submit(life, service);
      assert.deepEqual([job.id, job.reused, service.created.length], ['2', undefined, 2]);
      const again = await submit(life, service);
      assert.deepEqual([again.id, again.reused, service.created.length, service.read], ['2', 'pending', 2, ['1', '2']]);
      await life.end();
    });
  }

  it('leaves a completed job whose file cannot be had, however well its link looks: the error asks to submit again', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const old = await submit(life, service);
    service.readings['1'] = [completed('1')];
    const node = new DownloadNode(life.keeper);
    node.take(linked({ soil: { job: old } }));
    node.take(linked({ _msgid: 'm2', soil: { job: old } }));
    await node.failed(0);
    assert.equal((await submit(life, service)).id, '1');
    await node.failed(1, new SoilError('SOIL_LINK_EXPIRED', 'No link.'));
    assert.equal((await submit(life, service)).id, '2');
    await life.end();
  });

  it('does not take a 404 straight after the creation for the end of a job, and takes it so later', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = refusal(404);
    await submit(life, service);
    assert.equal((await submit(life, service)).reused, 'pending');
    await life.clock.advance(61_000);
    assert.deepEqual([(await submit(life, service)).reused, service.created.length], [undefined, 2]);
    await life.end();
  });

  it('stays with a pending job while the service cannot be reached, and throws what a new request would', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    service.otherwise = unreachable;
    assert.deepEqual([(await submit(life, service)).reused, service.created.length], ['pending', 1]);
    service.otherwise = new SoilError('SOIL_AUTH', 'Refused.');
    await assert.rejects(submit(life, service), /Refused/);
    await life.end();
  });

  it('sends one request for many that are identical and come at once', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const jobs = await Promise.all(Array.from({ length: 20 }, (_, at) => submit(life, service, { message: { _msgid: `m${at}` } })));
    assert.equal(service.created.length, 1);
    assert.deepEqual(new Set(jobs.map(({ id }) => id)), new Set(['1']));
    assert.deepEqual(jobs.map(({ reused }) => reused ?? 'new'), ['new', ...Array.from({ length: 19 }, () => 'pending')]);
    await life.end();
  });

  it('gives all of them the error where the one request fails, and sends again for the next', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [refusal(400)];
    const outcomes = await Promise.allSettled([submit(life, service), submit(life, service)]);
    assert.deepEqual(outcomes.map(({ status }) => status), ['rejected', 'rejected']);
    assert.equal((await submit(life, service)).reused, undefined);
    assert.equal(service.created.length, 2);
    await life.end();
  });

  it('goes on for the others where the one who began is stopped', async () => {
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
    life.keeper.attachSubmissions('submit', listening);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1' }, '1', undefined]]);
    await life.end();
  });

  describe('while it is asked whether a known job still serves', () => {
    /** A job that is known, and two more messages for it: one that asks for its status, and one that has joined. */
    async function asking(): Promise<{ life: Life; service: ScriptedService; reading: ReturnType<typeof later<JobReading>>; callers: Promise<Job>[] }> {
      const life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      await life.clock.advance(4000);
      const reading = later<JobReading>();
      service.otherwise = () => reading.promise;
      const callers = [submit(life, service, { message: { _msgid: 'm2' } })];
      await life.clock.advance(1);
      callers.push(submit(life, service, { message: { _msgid: 'm3' } }));
      await life.clock.advance(1);
      assert.equal(service.read.length, 1);
      return { life, service, reading, callers };
    }

    async function comingOut(life: Life): Promise<{ given: unknown[]; news: unknown[]; next: Life }> {
      const next = await Life.begin(life.disk.afterKill(), life.clock);
      const node = taker();
      next.keeper.attachSubmissions('submit', node);
      return { given: node.given, news: node.news, next };
    }

    it('loses no message to a crash: each is submitted anew', async () => {
      const { life, reading, callers } = await asking();
      const { given, news, next } = await comingOut(life);
      assert.deepEqual([given, news], [[{ _msgid: 'm2' }, { _msgid: 'm3' }], []]);
      reading.resolve(running);
      await Promise.all(callers);
      await next.end();
      await life.end();
    });

    it('has the messages in the journal until they are somewhere else', async () => {
      const { life, reading, callers } = await asking();
      reading.resolve(running);
      assert.deepEqual((await Promise.all(callers)).map(({ id, reused }) => [id, reused]), [['1', 'pending'], ['1', 'pending']]);
      await life.clock.advance(1);
      const soon = await comingOut(life);
      assert.deepEqual([soon.given, soon.news], [[], [['created', { _msgid: 'm2' }, '1', true], ['created', { _msgid: 'm3' }, '1', true]]]);
      await soon.next.end();
      await life.clock.advance(4000);
      const late = await comingOut(life);
      assert.deepEqual([late.given, late.news], [[], []]);
      await late.next.end();
      await life.end();
    });

    it('sends none again whose new request a crash cut, where the known job did not serve', async () => {
      const { life, service, reading, callers } = await asking();
      const answer = later<JobAddress>();
      service.creations = [() => answer.promise];
      reading.resolve({ phase: 'failed', status: 'Failed', description: '' });
      await life.clock.advance(1);
      assert.equal(service.created.length, 2);
      const { given, news, next } = await comingOut(life);
      assert.deepEqual([given, news], [[], ['m2', 'm3'].map((_msgid) => ['unknown', { _msgid }, 'SOIL_SUBMIT_UNKNOWN'])]);
      answer.resolve(service.jobAddress('2'));
      await Promise.all(callers);
      await next.end();
      await life.end();
    });
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
      next.keeper.attachSubmissions('submit', news);
      next.keeper.attachSubmissions('another', another);
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
        next.keeper.attachSubmissions(node, { created: ({ _msgid }, { id, reused, redelivered }) => came.push([node, _msgid, id, reused, redelivered]), unknown: () => assert.fail() });
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
      life.keeper.attachSubmissions('submit', news);
      answer.resolve(service.jobAddress('7'));
      await life.clock.advance(1);
      life.keeper.attachSubmissions('another', another);
      assert.deepEqual(news.news, [1, 2].map((at) => ['created', { _msgid: `m${at}`, at }, '7', undefined]));
      assert.deepEqual(another.news, [['created', { _msgid: 'm3', at: 3 }, '7', undefined]]);
      await life.end();
    });

    it('is over for each message when its own wait is accepted', async () => {
      const { life, service, answer, callers } = await three();
      answer.resolve(service.jobAddress('7'));
      const [job] = await Promise.all(callers);
      for (const at of [3, 1]) {
        await life.keeper.wait({ service, job: job as Job, node: 'wait', message: { _msgid: `m${at}` }, timeoutMinutes: 1, firstPollSeconds: 1, maxPollSeconds: 1 });
      }
      const next = await life.kill();
      const [news, another] = [listener(), listener()];
      next.keeper.attachSubmissions('submit', news);
      next.keeper.attachSubmissions('another', another);
      assert.deepEqual([news.news, another.news], [[['created', { _msgid: 'm2', at: 2 }, '7', true]], []]);
      await next.end();
    });

    it('leaves nothing of any message where it is refused', async () => {
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

  it('gives every message back where all who wait for a request are stopped before it is sent', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const stop = new AbortController();
    const callers = [1, 2].map((at) => submit(life, service, { message: { _msgid: `m${at}` }, signal: stop.signal }));
    stop.abort(new Error('redeployed'));
    for (const caller of callers) await assert.rejects(caller, /redeployed/);
    await life.clock.advance(1);
    const again: unknown[] = [];
    life.keeper.attachSubmissions('submit', { ...listener(), unsent: ({ _msgid }) => again.push(_msgid) });
    assert.deepEqual([again, service.created.length], [['m1', 'm2'], 0]);
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

  it('is off where it is not wanted, and for another service, operation or query', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    await submit(life, service, { reuse: false });
    await submit(life, service, { query: { ...query, soilProperties: [1] } });
    await life.keeper.submit({ service, kind: 'area', query, reuse: true, node: 'submit', message: {} });
    assert.equal(service.created.length, 4);
    const other = new ScriptedService('another');
    await submit(life, other);
    assert.equal(other.created.length, 1);
    await life.end();
  });

  it('forgets a job that a person takes out of the list', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    assert.deepEqual(life.keeper.list().map(({ job, state, node }) => [job, state, node]), [['1', 'submitted', 'submit']]);
    assert.equal(await life.keeper.forget('1'), true);
    assert.deepEqual(life.keeper.list(), []);
    assert.equal(await life.keeper.forget('1'), false);
    assert.equal((await submit(life, service)).reused, undefined);
    await life.end();
  });

  it('of unknown fate goes out of the list alone, for good', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [unanswered, unanswered];
    await assert.rejects(submit(life, service), unanswered);
    await assert.rejects(submit(life, service, { query: { ...query, soilProperties: [1] } }), unanswered);
    await life.clock.advance(1);
    const [first, second] = life.keeper.list();
    assert.deepEqual([first?.state, second?.state], ['unknown', 'unknown']);
    assert.equal(await life.keeper.forget(''), false);
    assert.equal(await life.keeper.forget(first?.wait ?? ''), true);
    assert.equal(await life.keeper.forget(first?.wait ?? ''), false);
    const next = await life.kill();
    assert.deepEqual(next.keeper.list().map(({ wait }) => wait), [second?.wait]);
    await next.end();
  });
});
