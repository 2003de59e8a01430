import assert from 'node:assert/strict';
import { isSoilError, SoilError } from '../../src/errors/soil-error';
import type { SubmissionListener } from '../../src/jobs/job-keeper';
import { readJournal } from '../../src/jobs/journal-file';
import { Ledger } from '../../src/jobs/ledger';
import type { LedgerChange } from '../../src/jobs/ledger-change';
import type { Job, JobAddress } from '../../src/service/job';
import type { SoilQuery } from '../../src/service/query';
import { Life } from './life';
import { systemError, type MemoryDisk } from './memory-disk';
import { completed, later, refusal, running, ScriptedService, unreachable } from './scripted-service';

const query = { geometry: 'POLYGON ((5 51, 5.2 51, 5.2 51.2, 5 51))', soilProperties: [2, 1] };
const unanswered = new SoilError('SOIL_SUBMIT_UNKNOWN', 'The request was sent and no answer came.', { detail: 'ECONNRESET' });

interface SubmitOptions {
  reuse?: boolean;
  message?: Record<string, unknown>;
  signal?: AbortSignal;
  node?: string;
  query?: SoilQuery;
}

function submit(life: Life, service: ScriptedService, options: SubmitOptions = {}): Promise<Job> {
  const { reuse = true, message = { _msgid: 'm1', payload: 'field' }, signal, node = 'submit' } = options;
  return life.keeper.submit({ service, kind: 'geometry', query: options.query ?? query, reuse, node, message, ...(signal && { options: { signal } }) });
}

function listener(): SubmissionListener & { news: unknown[] } {
  const news: unknown[] = [];
  return { news, created: (message, job) => news.push(['created', message, job.id, job.redelivered]), unknown: (message, error) => news.push(['unknown', message, error.code]) };
}

/** The submissions on a disk that are not settled: whose fate is unknown, and whose job was created. */
async function isOpenOn(disk: MemoryDisk): Promise<{ unknown: number; created: number }> {
  const ledger = new Ledger();
  const bytes = disk.afterKill().contents('jobs.journal') ?? Buffer.alloc(0);
  await readJournal<LedgerChange>('jobs.journal', bytes, (change) => ledger.apply(change));
  const fates = [...ledger.submissions.values()].map(({ fate }) => fate);
  const count = (...wanted: typeof fates): number => fates.filter((fate) => wanted.includes(fate)).length;
  return { unknown: count('open', 'unanswered'), created: count('created') };
}

describe('A submission', () => {
  it('has its intent on the disk before the request is sent, and the address before the caller has it', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const found: unknown[] = [];
    service.creations = [
      async () => {
        found.push(await isOpenOn(life.disk));
        return service.jobAddress('7');
      }
    ];
    const job = await submit(life, service);
    assert.deepEqual(found, [{ unknown: 1, created: 0 }]);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 1 });
    assert.deepEqual(job, {
      id: '7', url: 'https://api.example/geometry/7', kind: 'geometry', status: 'submitted', description: '', submittedAt: '2026-01-01T00:00:00.000Z', polls: 0
    });
    await life.clock.advance(2900);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 1 }, 'the message may still be on its way to soil-wait');
    await life.clock.advance(200);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('is not sent where the intent cannot be written', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
    await assert.rejects(submit(life, service), (error) => isSoilError(error, 'SOIL_STORAGE') && /disk is full/.test(error.message));
    assert.equal(service.created.length, 0);
    life.disk.fault = () => undefined;
    await submit(life, service);
    assert.equal(service.created.length, 1);
    await life.end();
  });

  it('names its job where the address cannot be written, and the next one goes on with that job', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [
      () => {
        life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
        return service.jobAddress('7');
      }
    ];
    await assert.rejects(submit(life, service), (error) => isSoilError(error, 'SOIL_STORAGE') && /Job 7 was created.*could not be stored.*with "reuse"/.test(error.message));
    life.disk.fault = () => undefined;
    const job = await submit(life, service);
    assert.deepEqual([job.id, job.reused, service.created.length], ['7', 'pending', 1]);
    await life.end();
  });

  it('whose error was told does not come out again after a deploy, where its address could not be written', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [
      () => {
        life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
        return service.jobAddress('7');
      }
    ];
    await assert.rejects(submit(life, service), (error) => isSoilError(error, 'SOIL_STORAGE'));
    life.disk.fault = () => undefined;
    await life.keeper.release();
    const next = await Life.begin(life.disk, life.clock);
    const { news, ...node } = listener();
    next.keeper.attachSubmissions('submit', node);
    await next.clock.advance(10_000);
    assert.deepEqual(news, []);
    await next.end();
  });

  for (const error of [refusal(400), new SoilError('SOIL_AUTH', 'Refused.'), unreachable, new SoilError('SOIL_RATE_LIMITED', 'Later.')]) {
    it(`is closed where the service has not taken it (${error.code})`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      service.creations = [error];
      await assert.rejects(submit(life, service), error);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
      assert.deepEqual(life.keeper.list(), []);
      await life.end();
    });
  }

  it('stays open where no answer came, is thrown once, and shows in the list', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [unanswered];
    await assert.rejects(submit(life, service), unanswered);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    await life.clock.advance(1);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    const [summary] = life.keeper.list();
    assert.deepEqual([summary?.state, summary?.job, summary?.error?.code, summary?.description], ['unknown', '', 'SOIL_SUBMIT_UNKNOWN', 'ECONNRESET']);
    await life.end();
  });

  it('that a crash cut is reported to its node after the restart, once, with its message and what is known', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    service.creations = [() => new Promise<JobAddress>(() => undefined)];
    void submit(first, service, { message: { _msgid: 'm1', payload: 'field', req: new (class Request {})() } });
    await first.clock.advance(1);
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    const [told, another, later] = [listener(), listener(), listener()];
    let words = '';
    second.keeper.attachSubmissions('another node', another);
    second.keeper.attachSubmissions('submit', { ...told, unknown: (message, error) => (told.unknown(message, error), (words = error.message)) });
    assert.deepEqual([told.news, another.news], [[['unknown', { _msgid: 'm1', payload: 'field' }, 'SOIL_SUBMIT_UNKNOWN']], []]);
    assert.match(words, /^The request of 2026-01-01T00:00:00\.000Z for a job \(geometry, [0-9a-f]{16}\) was sent/);
    assert.equal(service.created.length, 1, 'nothing is sent again by itself');
    second.keeper.attachSubmissions('submit', later);
    await second.clock.advance(1);
    const third = await second.kill();
    third.keeper.attachSubmissions('submit', later);
    assert.deepEqual(later.news, []);
    assert.equal(third.keeper.list()[0]?.state, 'unknown');
    await third.end();
  });

  it('whose message had not gone on when a crash came goes on after the restart, marked', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    const job = submit(first, service);
    while (service.created.length === 0 || (await isOpenOn(first.disk)).created === 0) await Promise.resolve();
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    const listening = listener();
    second.keeper.attachSubmissions('submit', listening);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1', payload: 'field' }, '1', true]]);
    const another = listener();
    second.keeper.attachSubmissions('submit', another);
    assert.deepEqual(another.news, [], 'it is on its way');
    await second.clock.advance(3_100);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    await job;
    await first.end();
    await second.end();
  });

  it('whose message waits for its job already does not go on a second time', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    const message = { _msgid: 'm1', payload: 'field' };
    const job = await submit(first, service, { message });
    await first.keeper.wait({ service, job, node: 'wait', message, timeoutMinutes: 1, firstPollSeconds: 2, maxPollSeconds: 60 });
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    assert.equal(second.keeper.hasWaits('wait'), true);
    await first.end();
    await second.end();
  });

  it('whose job another message waits for still goes on', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    const job = await submit(first, service, { message: { _msgid: 'm1' } });
    await first.keeper.wait({ service, job, node: 'wait', message: { _msgid: 'm2' }, timeoutMinutes: 1, firstPollSeconds: 2, maxPollSeconds: 60 });
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 1 });
    await first.end();
    await second.end();
  });
});

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

describe('The news of a submission', () => {
  it('is told to its caller where the service gives two requests of one message the same job, and the other is awaited already', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => service.jobAddress('7'), () => answer.promise];
    const first = await submit(life, service, { reuse: false });
    await life.clock.advance(5000);
    const second = submit(life, service, { reuse: false });
    await life.clock.advance(1);
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    const awaited = life.keeper.wait({ service, job: first, node: 'wait', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await life.clock.advance(1);
    answer.resolve(service.jobAddress('7'));
    await life.clock.advance(1);
    held.resolve();
    await awaited;
    assert.equal((await second).id, '7');
    await life.end();
  });

  it('is told to its caller alone, at whichever moment of it the node listens and others are deleted', async () => {
    for (const reuse of [true, false]) {
      const life = await Life.begin();
      const service = new ScriptedService();
      const { news, ...node } = listener();
      const unsent = (message: unknown): void => void news.push(['unsent', message]);
      let isOver = false;
      const submitted = Promise.all([submit(life, service, { reuse }), submit(life, service, { reuse, message: { _msgid: 'm2' } })]).finally(() => (isOver = true));
      const dropped: Promise<string[]>[] = [];
      while (!isOver) {
        life.keeper.attachSubmissions('submit', { ...node, unsent });
        dropped.push(life.keeper.retain(() => false));
        await Promise.resolve();
      }
      assert.equal((await submitted).length, 2);
      assert.deepEqual([news, (await Promise.all(dropped)).flat(), service.created.length], [[], [], reuse ? 1 : 2]);
      await life.end();
    }
  });

  it('is over with a listener that throws, too, and the log says so', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    service.creations = [() => new Promise<JobAddress>(() => undefined)];
    void submit(first, service);
    await first.clock.advance(1);
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    const broken = (): never => {
      throw new Error('the flow is broken');
    };
    second.keeper.attachSubmissions('submit', { created: broken, unknown: broken });
    await second.clock.advance(1);
    assert.match(second.log.join(), /could not be taken: the flow is broken/);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    await second.end();
  });

  it('is told where the disk does not take it, and noted when it does', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [
      () => {
        life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
        throw unanswered;
      }
    ];
    await assert.rejects(submit(life, service), unanswered);
    assert.match(life.log.join(), /the disk is full.*kept in memory and written as soon as the disk allows/);
    life.disk.fault = () => undefined;
    await life.clock.advance(60_000);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('says that nobody knows whether a request was sent that ended with something else than an error of the service', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [new TypeError('a bug')];
    await assert.rejects(submit(life, service), /a bug/);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    await life.end();
  });
});

describe('Submissions of deleted nodes', () => {
  it('are dropped with a line each where their job was created', async () => {
    const first = await Life.begin();
    await submit(first, new ScriptedService());
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    await first.end();
    const lines = await second.keeper.retain((node) => node !== 'submit');
    assert.deepEqual(lines, ['The soil-submit node submit was deleted: the message of its job 1 does not go on. The job itself goes on at the service.']);
    assert.deepEqual([await isOpenOn(second.disk), await second.keeper.retain(() => false)], [{ unknown: 0, created: 0 }, []]);
    await second.end();
  });

  it('are dropped with a line each where no answer came', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    service.creations = [() => new Promise<JobAddress>(() => undefined)];
    void submit(first, service);
    await first.clock.advance(1);
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    const lines = await second.keeper.retain((node) => node !== 'submit');
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /soil-submit node submit was deleted.*may or may not exist/);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    await second.end();
  });
});
