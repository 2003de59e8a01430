import assert from 'node:assert/strict';
import type { Delay } from '../../src/transport/http-exchange';
import type { Instruction } from '../servers/scripted-server';
import { SimulatedClock } from '../time/simulated-clock';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('A service that limits its clients', () => {
  const scenario = ExchangeScenario.inEachTest();

  for (const [form, field, least] of [
    ['in seconds', () => '10', 10],
    ['as a date', () => new Date(scenario.clock.now() + 10_000).toUTCString(), 9],
    ['as a date in the past', () => 'Thu, 01 Jan 1970 00:00:00 GMT', 0.375],
    ['that is garbage', () => 'when it suits', 0.375],
    ['of no time', () => '0', 0.375],
    ['below the usual delay', () => '0.1', 0.375],
  ] as const) {
    for (const status of [429, 503]) {
      it(`is asked again after ${status} no earlier than a Retry-After ${form} says`, async () => {
        const limited: Instruction = { status, before: () => (limited.headers = { 'retry-after': field() }) };
        scenario.server.script('GET /', limited, {});
        await scenario.get('/');
        const [first, second] = scenario.server.requests;
        const waited = ((second?.at ?? 0) - (first?.at ?? 0)) / 1000;
        assert.ok(waited >= least, `${waited} s`);
        assert.equal(scenario.delays[0]?.reason, status === 429 || least > 1 || Number(field()) > 0 ? 'rate-limit' : 'retry');
      });
    }
  }

  for (const [status, code] of [
    [429, 'SOIL_RATE_LIMITED'],
    [503, 'SOIL_UNAVAILABLE'],
  ] as const) {
    it(`is not asked again if ${status} asks for more than the budget`, async () => {
      scenario.server.script('GET /', { status, headers: { 'retry-after': '3600' } });
      const error = await failureOf(scenario.get('/'), code);
      assert.equal(error.cause.retryAfter, 3600);
      assert.equal(error.cause.status, status);
      assert.match(error.message, /3600 s/);

      const next = await failureOf(scenario.get('/other'), code);
      assert.ok((next.cause.retryAfter ?? 0) > 3000 && (next.cause.retryAfter ?? 0) <= 3600);
      assert.match(next.message, new RegExp(`: it was not sent, since [\\w.:]+ asked for a pause \\(${status}\\), which still holds\\. Try again after \\d+ s\\.`, 'i'));
      assert.doesNotMatch(next.message, /tries/);
    });
  }

  it('is said to want a pause though that be short, and needs nobody who hears of it', async () => {
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '0.5' } }, {}, {}, {});
    const others: Promise<unknown>[] = [];
    const heard: Delay[] = [];
    const onDelay = (): void => {
      others.push(scenario.get('/', { onDelay: (delay) => heard.push(delay) }), scenario.get('/', { onDelay: undefined }));
    };
    await scenario.get('/', { onDelay });
    await Promise.all(others);
    assert.deepEqual(heard.map(({ reason }) => reason), ['rate-limit']);
    assert.ok((heard[0]?.seconds ?? 1) <= 0.5);
  });

  it('leads to an error without a length of time if it names none', async () => {
    scenario.use({ retryBudgetSeconds: 0.1 });
    scenario.server.script('GET /', { status: 429 });
    assert.match((await failureOf(scenario.get('/'), 'SOIL_RATE_LIMITED')).message, /wants fewer requests \(429\)\. Wait before the next request/);
  });

  it('silences nobody for longer than an hour, whatever it says', async () => {
    const clock = new SimulatedClock();
    scenario.use({ clock });
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '1000000000' } }, {});
    assert.equal((await failureOf(scenario.get('/'), 'SOIL_RATE_LIMITED')).cause.retryAfter, 1e9);
    await clock.advance(3_400_000);
    // What it said, less what has passed of it: not when it will be asked again.
    const next = await failureOf(scenario.get('/'), 'SOIL_RATE_LIMITED');
    assert.equal(next.cause.retryAfter, 1e9 - 3400);
    await clock.advance(200_000);
    assert.equal((await scenario.get('/')).status, 200);
  });

  it('slows every caller of its origin, those who wait and those who come', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /first', { status: 429, headers: { 'retry-after': '20' } }, {});
    scenario.server.script('GET /second', {});
    scenario.server.script('GET /third', {});
    const exchanges = [scenario.get('/first'), scenario.get('/second')];
    while (scenario.delays.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    exchanges.push(scenario.get('/third'));
    await Promise.all(exchanges);
    const [first, ...others] = scenario.server.requests;
    for (const { at, path } of others) assert.ok(at - (first?.at ?? 0) >= 20_000, path);
  });

  it('leaves the callers of other origins alone', async () => {
    // On a clock that stands still, the pause never ends.
    scenario.use({ clock: new SimulatedClock() });
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '100' } });
    scenario.server.script('GET /other', {});
    const stop = new AbortController();
    const limited = scenario.get('/', { signal: stop.signal });
    while (scenario.delays.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await scenario.exchange({ method: 'GET', url: `http://localhost:${scenario.server.port}/other` });
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(limited, /no longer wanted/);
  });
});

describe('The gate in front of a service', () => {
  const scenario = ExchangeScenario.inEachTest();

  it('says what delays an exchange if it is worth a word', async () => {
    scenario.use({ requestsPerSecond: 2 });
    scenario.server.always('GET /', {});
    await Promise.all(Array.from({ length: 5 }, () => scenario.get('/')));
    assert.deepEqual(scenario.delays, [1, 1.5, 2].map((seconds) => ({ reason: 'queue', seconds })));

    scenario.delays.length = 0;
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '20' } });
    const limited = scenario.get('/');
    while (scenario.delays.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([limited, scenario.get('/')]);
    const [own, other] = scenario.delays;
    assert.deepEqual([own?.reason, own?.seconds, own?.error?.code], ['rate-limit', 20, 'SOIL_RATE_LIMITED']);
    assert.equal(other?.reason, 'rate-limit');
    assert.ok((other?.seconds ?? 0) > 10 && (other?.seconds ?? 0) <= 20);
  });

  it('lets another try go ahead of those who wait for their first', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /failing', { status: 503 }, {});
    scenario.server.script('GET /slow', { waitMs: 5000 });
    scenario.server.script('GET /late', {});
    await Promise.all(['/failing', '/slow', '/late'].map((path) => scenario.get(path)));
    assert.deepEqual(scenario.server.requests.map(({ path }) => path), ['/failing', '/slow', '/failing', '/late']);
  });

  it('lets no more through a second than it is told, and no fewer', async () => {
    scenario.use({ requestsPerSecond: 10, maxConcurrent: 40 });
    scenario.server.always('GET /', {});
    const startedAt = scenario.clock.monotonic();
    await scenario.get('/');
    await Promise.all(Array.from({ length: 100 }, () => scenario.get('/')));
    const seconds = ((scenario.server.requests.at(-1)?.at ?? 0) - startedAt) / 1000;
    assert.ok(seconds >= 9.8 && seconds <= 15, `101 requests in ${seconds} s`);
  });

  it('holds all exchanges of a client to one number at once', async () => {
    scenario.use({ maxConcurrent: 3 });
    const unanswered: (() => void)[] = [];
    scenario.server.always('GET /*', { before: () => new Promise<void>((resolve) => unanswered.push(resolve)) });
    const all = Promise.all(Array.from({ length: 30 }, (_, index) => scenario.get(`/${index}`, { flow: `flow ${index % 4}`, freshConnection: index % 2 === 0 })));
    for (let answered = 0; answered < 30; answered += 3) {
      while (unanswered.length < 3) await new Promise((resolve) => setImmediate(resolve));
      // Another one would be here soon.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(unanswered.length, 3);
      for (const answer of unanswered.splice(0)) answer();
    }
    await all;
  });

  it('serves a flow that asks for little in its turn, while another floods', async () => {
    scenario.use({ maxConcurrent: 2 });
    scenario.server.always('GET /*', { waitMs: 1 });
    const flood = Array.from({ length: 200 }, () => scenario.get('/flood', { flow: 'flood' }));
    const small = Array.from({ length: 5 }, () => scenario.get('/small', { flow: 'small' }));
    await Promise.all(small);
    const served = scenario.server.requests.length;
    await Promise.all(flood);
    assert.ok(served <= 20, `the fifth of the small flow was number ${served}`);
  });

  it('lets the urgent through while the places are taken by those who wait for it', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /token', { body: 'token' });
    scenario.server.script('GET /', {});
    const token = async (): Promise<string> => (await scenario.get('/token', { urgent: true })).body;
    await scenario.get('/', { authorize: token });
    assert.equal(scenario.server.requests[1]?.headers['authorization'], 'token');
  });

  it('lets the urgent through beside one that has a connection of its own', async () => {
    scenario.use({ maxConcurrent: 1 });
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    scenario.server.script('POST /jobs', { before: () => answered });
    scenario.server.script('GET /token', {});
    const submission = scenario.submit('/jobs');
    await scenario.get('/token', { urgent: true, freshConnection: true });
    answer();
    await submission;
  });

  it('frees no place when an urgent exchange ends, which took none', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /first', { waitMs: 5000 });
    scenario.server.script('GET /token', {});
    scenario.server.script('GET /second', {});
    const first = scenario.get('/first');
    // Each on a connection of its own, so that the gate alone keeps them apart.
    await scenario.get('/token', { urgent: true, freshConnection: true });
    await Promise.all([first, scenario.get('/second', { freshConnection: true })]);
    const at = (wanted: string): number => scenario.server.requests.find(({ path }) => path === wanted)?.at ?? NaN;
    assert.ok(at('/second') - at('/first') >= 5000, 'the second was sent before the first was answered');
  });
});
