import assert from 'node:assert/strict';
import { PatientClock } from '../time/patient-clock';
import { heldAnswer, issues, TOKEN_REQUEST, TokenScenario } from './token-scenario';

describe('The access token lives', () => {
  const scenario = TokenScenario.inEachTest();

  it('until 120 s before its end alone, then together with its successor', async () => {
    scenario.server.script(TOKEN_REQUEST, issues('old', { expires_in: 86_400 }), issues('new', { expires_in: 86_400 }));
    const old = await scenario.source.token();
    await scenario.clock.advance(86_279_000);
    assert.equal(await scenario.source.token(), old);
    assert.equal(scenario.server.requests.length, 1);
    await scenario.clock.advance(1000);
    assert.equal(await scenario.source.token(), old);
    await scenario.answersReach(2);
    assert.equal((await scenario.source.token()).value, 'new');
  });

  it('at most until 10 s before its end, however its renewal fares', async () => {
    const answer = heldAnswer();
    scenario.server.script(TOKEN_REQUEST, issues('old'), { ...issues('new'), before: () => answer.released });
    const old = await scenario.source.token();
    await scenario.clock.advance(885_000);
    assert.equal(await scenario.source.token(), old);
    await scenario.clock.advance(104_000);
    assert.equal(await scenario.source.token(), old);
    await scenario.clock.advance(1000);
    const next = scenario.source.token();
    answer.release();
    assert.equal((await next).value, 'new');
  });

  it('on if its renewal fails, which is not repeated for every caller', async () => {
    scenario.http = scenario.client({ retryBudgetSeconds: 0.1 });
    scenario.source = scenario.sourceWith({});
    scenario.server.script(TOKEN_REQUEST, issues('old'), { status: 503 }, { status: 400, body: { error: 'invalid_request' } }, issues('new'));
    const old = await scenario.source.token();
    await scenario.clock.advance(880_000);
    assert.equal(await scenario.source.token(), old);
    await scenario.answersReach(2);
    for (let count = 0; count < 100; count++) assert.equal(await scenario.source.token(), old);
    assert.equal(scenario.server.requests.length, 2);
    await scenario.clock.advance(5000);
    assert.equal(await scenario.source.token(), old);
    await scenario.answersReach(3);
    await scenario.clock.advance(9000);
    assert.equal(await scenario.source.token(), old);
    assert.equal(scenario.server.requests.length, 3);
    await scenario.clock.advance(1000);
    assert.equal(await scenario.source.token(), old);
    await scenario.answersReach(4);
    const fresh = await scenario.source.token();
    assert.equal(fresh.value, 'new');

    // The next failure begins with the short pause again.
    scenario.server.script(TOKEN_REQUEST, { status: 503 }, issues('newest'));
    await scenario.clock.advance(885_000);
    assert.equal(await scenario.source.token(), fresh);
    await scenario.answersReach(5);
    await scenario.clock.advance(5000);
    assert.equal(await scenario.source.token(), fresh);
    await scenario.answersReach(6);
    assert.equal((await scenario.source.token()).value, 'newest');
  });

  it('on if its renewal is refused, which is forgotten when a later one succeeds', async () => {
    scenario.server.script(TOKEN_REQUEST, issues('old'), { status: 403 }, issues('new'), issues('newest'));
    const old = await scenario.source.token();
    await scenario.clock.advance(885_000);
    assert.equal(await scenario.source.token(), old);
    await scenario.answersReach(2);
    await scenario.clock.advance(5000);
    assert.equal(await scenario.source.token(), old);
    await scenario.answersReach(3);
    scenario.source.reject(await scenario.source.token());
    assert.equal((await scenario.source.token()).value, 'newest');
  });

  it('with shorter margins if its life is short', async () => {
    scenario.server.script(TOKEN_REQUEST, issues('old', { expires_in: 20 }), issues('new', { expires_in: 20 }));
    const old = await scenario.source.token();
    await scenario.clock.advance(15_500);
    assert.equal(await scenario.source.token(), old);
    assert.equal(scenario.server.requests.length, 1);
    await scenario.clock.advance(2600);
    assert.equal((await scenario.source.token()).value, 'new');
  });

  it('from the moment of sending, so that a slow answer makes it no younger', async () => {
    const slow = new PatientClock(2000);
    scenario.http = scenario.client({ clock: slow, timeoutSeconds: 20_000 });
    scenario.source = scenario.sourceWith({});
    // It ends after 990 s, of which the answer takes 200 s and a little.
    scenario.server.script(TOKEN_REQUEST, { ...issues('old'), before: () => new Promise<void>((resolve) => void slow.after(200_000, resolve)) }, issues('new'));
    const old = await scenario.source.token();
    await scenario.clock.advance(400_000);
    assert.equal(await scenario.source.token(), old);
    await scenario.clock.advance(390_000);
    assert.equal((await scenario.source.token()).value, 'new');
  });

  it('by the monotonic clock: a day on the wall changes nothing', async () => {
    scenario.server.script(TOKEN_REQUEST, issues('old'));
    const old = await scenario.source.token();
    scenario.clock.setWall(scenario.clock.now() + 86_400_000);
    assert.equal(await scenario.source.token(), old);
    scenario.clock.setWall(scenario.clock.now() - 3 * 86_400_000);
    assert.equal(await scenario.source.token(), old);
  });

  for (const [name, lifetime, seconds] of [
    ['is missing', undefined, 300],
    ['is null', null, 300],
    ['is zero', 0, 300],
    ['is negative', -5, 300],
    ['is garbage', 'soon', 300],
    ['is an object', {}, 300],
    ['is empty', '', 300],
    ['is a text', '600', 600],
    ['is huge', 1e300, 604_800],
    ['is a fraction', 0.5, 0.5],
  ] as const) {
    it(`${seconds} s if expires_in ${name}`, async () => {
      scenario.server.script(TOKEN_REQUEST, issues('old', { expires_in: lifetime }));
      const { expiresAt } = await scenario.source.token();
      const left = expiresAt - scenario.clock.monotonic();
      // The exchange has a clock of its own, which is faster.
      assert.ok(left <= seconds * 1000 && left > seconds * 1000 - 60_000, `${left} ms`);
    });
  }
});
