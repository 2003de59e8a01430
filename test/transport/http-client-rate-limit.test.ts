import assert from 'node:assert/strict';
import { FastClock } from '../time/fast-clock';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('A service that limits its clients', () => {
  const scenario = ExchangeScenario.inEachTest();

  for (const [form, field, least] of [
    ['in seconds', () => '10', 10],
    ['as a date', () => new Date(scenario.clock.now() + 10_000).toUTCString(), 8],
    ['as a date in the past', () => 'Thu, 01 Jan 1970 00:00:00 GMT', 0.375],
    ['that is garbage', () => 'when it suits', 0.375],
    ['below the usual delay', () => '0', 0.375]
  ] as const) {
    for (const status of [429, 503]) {
      it(`is asked again after ${status} no earlier than a Retry-After ${form} says`, async () => {
        scenario.server.script('GET /', { status, headers: { 'retry-after': field() } }, {});
        await scenario.get('/');
        const [first, second] = scenario.server.requests;
        const waited = (((second?.at ?? 0) - (first?.at ?? 0)) * scenario.clock.factor) / 1000;
        assert.ok(waited >= least, `${waited} s`);
        assert.equal(scenario.delays[0]?.reason, status === 429 || least > 1 ? 'rate-limit' : 'retry');
      });
    }
  }

  for (const [status, code] of [
    [429, 'SOIL_RATE_LIMITED'],
    [503, 'SOIL_UNAVAILABLE']
  ] as const) {
    it(`is not asked again where ${status} asks for more than the budget`, async () => {
      scenario.server.script('GET /', { status, headers: { 'retry-after': '3600' } });
      const error = await failureOf(scenario.get('/'), code);
      assert.equal(error.cause.retryAfter, 3600);
      assert.equal(error.cause.status, status);
      assert.match(error.message, /3600 s/);

      const next = await failureOf(scenario.get('/other'), code);
      assert.ok((next.cause.retryAfter ?? 0) > 3000 && (next.cause.retryAfter ?? 0) <= 3600);
      assert.match(next.message, /not sent: a pause that the service asked for still holds\. /);
      assert.doesNotMatch(next.message, /tries/);
    });
  }

  it('is said to want a pause though that be short, and needs nobody who hears of it', async () => {
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '0.5' } }, {}, {}, {});
    const others: Promise<unknown>[] = [];
    const heard: [string, number][] = [];
    const onDelay = (): void => {
      others.push(scenario.get('/', { onDelay: ({ reason, seconds, attempt }) => heard.push([`${reason} ${attempt}`, seconds]) }), scenario.get('/', { onDelay: undefined }));
    };
    await scenario.get('/', { onDelay });
    await Promise.all(others);
    assert.deepEqual(heard.map(([what]) => what), ['rate-limit 1']);
    assert.ok((heard[0]?.[1] ?? 1) <= 0.5);
  });

  it('says how long a pause it wants only where it said so', async () => {
    scenario.use({ retryBudgetSeconds: 0.1 });
    scenario.server.script('GET /', { status: 429 });
    assert.match((await failureOf(scenario.get('/'), 'SOIL_RATE_LIMITED')).message, /wants fewer requests \(429\)\. Wait before the next request/);
  });

  it('silences nobody for longer than an hour, whatever it says', async () => {
    // Its time limit is five seconds of ours as well.
    scenario.use({ clock: new FastClock(20_000), timeoutSeconds: 100_000 });
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '1000000000' } }, {});
    assert.equal((await failureOf(scenario.get('/'), 'SOIL_RATE_LIMITED')).cause.retryAfter, 1e9);
    await new Promise((resolve) => setTimeout(resolve, 190));
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
    for (const { at, path } of others) assert.ok((at - (first?.at ?? 0)) * scenario.clock.factor >= 20_000, path);
  });

  it('leaves the callers of other origins alone', async () => {
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '100' } });
    scenario.server.script('GET /other', {});
    const limited = scenario.get('/', { signal: AbortSignal.timeout(200) }).catch(() => undefined);
    while (scenario.delays.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await scenario.exchange({ method: 'GET', url: `http://localhost:${scenario.server.port}/other` });
    await limited;
  });
});

describe('The gate in front of a service', () => {
  const scenario = ExchangeScenario.inEachTest();

  it('says what keeps an exchange, where it is worth a word', async () => {
    scenario.use({ requestsPerSecond: 2 });
    scenario.server.always('GET /', {});
    await Promise.all(Array.from({ length: 5 }, () => scenario.get('/')));
    assert.deepEqual(scenario.delays, [1, 1.5, 2].map((seconds) => ({ reason: 'queue', seconds, attempt: 1 })));

    scenario.delays.length = 0;
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '20' } });
    const limited = scenario.get('/');
    while (scenario.delays.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([limited, scenario.get('/')]);
    const [own, other] = scenario.delays;
    assert.deepEqual(own, { reason: 'rate-limit', seconds: 20, attempt: 2 });
    assert.deepEqual([other?.reason, other?.attempt], ['rate-limit', 1]);
    assert.ok((other?.seconds ?? 0) > 10 && (other?.seconds ?? 0) <= 20);
  });

  it('lets another try go ahead of those who wait for their first', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /failing', { status: 503 }, {});
    scenario.server.script('GET /slow', { waitMs: 100 });
    scenario.server.script('GET /late', {});
    await Promise.all(['/failing', '/slow', '/late'].map((path) => scenario.get(path)));
    assert.deepEqual(scenario.server.requests.map(({ path }) => path), ['/failing', '/slow', '/failing', '/late']);
  });

  it('lets no more through a second than it is told, and no fewer', async () => {
    const clock = new FastClock(1);
    scenario.use({ requestsPerSecond: 100, maxConcurrent: 4, clock });
    scenario.server.always('GET /', {});
    await scenario.get('/');
    await Promise.all(Array.from({ length: 100 }, () => scenario.get('/')));
    const times = scenario.server.requests.map(({ at }) => at);
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    assert.ok(seconds >= 0.85 && seconds <= 1.5, `101 requests in ${seconds} s`);
  });

  it('holds all exchanges of a client to one number at once', async () => {
    scenario.use({ maxConcurrent: 3 });
    let running = 0;
    let most = 0;
    scenario.server.always('GET /*', { before: () => (most = Math.max(most, ++running)), waitMs: 2 });
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await scenario.get(`/${index}`, { flow: `flow ${index % 4}` });
        running--;
      })
    );
    assert.equal(most, 3);
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
    const token = async (): Promise<Record<string, string>> => ({ authorization: (await scenario.get('/token', { urgent: true })).body });
    await scenario.get('/', { authorize: token });
    assert.equal(scenario.server.requests[1]?.headers['authorization'], 'token');
  });

  it('lets the urgent through beside one that has a connection of its own', async () => {
    scenario.use({ maxConcurrent: 1 });
    let taken = false;
    scenario.server.script('POST /jobs', { waitMs: 100 });
    scenario.server.script('GET /token', {});
    const submission = scenario.submit('/jobs').then(() => (taken = true));
    await scenario.get('/token', { urgent: true, freshConnection: true });
    assert.equal(taken, false);
    await submission;
  });

  it('gives nobody a place because the urgent left, which took none', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /first', { waitMs: 80 });
    scenario.server.script('GET /token', {});
    scenario.server.script('GET /second', {});
    const first = scenario.get('/first');
    await scenario.get('/token', { urgent: true });
    await Promise.all([first, scenario.get('/second')]);
    const at = (wanted: string): number => scenario.server.requests.find(({ path }) => path === wanted)?.at ?? NaN;
    assert.ok(at('/second') - at('/first') >= 75, 'the second was sent before the first was answered');
  });
});
