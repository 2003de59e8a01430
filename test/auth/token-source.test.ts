import assert from 'node:assert/strict';
import type { AccessToken } from '../../src/auth/access-token';
import { systemClock } from '../../src/time/clock';
import { heldAnswer, issues, TOKEN_REQUEST, TokenScenario } from './token-scenario';

describe('The access token', () => {
  const scenario = TokenScenario.inEachTest();

  describe('of a caller who gives up', () => {
    const reason = new Error('no longer wanted');

    it('is still fetched for the others', async () => {
      const stop = new AbortController();
      scenario.server.script(TOKEN_REQUEST, { ...issues('one'), before: () => stop.abort(reason) });
      const [given, kept] = [scenario.source.token(stop.signal), scenario.source.token()];
      await assert.rejects(given, reason);
      assert.equal((await kept).value, 'one');
    });

    it('is no longer fetched if nobody else waits, and the next caller asks for it again', async () => {
      scenario.http = scenario.client({ clock: systemClock });
      scenario.source = scenario.sourceWith({});
      const stop = new AbortController();
      let next: Promise<AccessToken> | undefined;
      const giveUp = (): void => {
        stop.abort(reason);
        next = scenario.source.token();
      };
      scenario.server.script(TOKEN_REQUEST, { silent: true, before: giveUp }, { ...issues('two'), waitMs: 50 });
      const given = [scenario.source.token(stop.signal), scenario.source.token(stop.signal)];
      for (const each of given) await assert.rejects(each, reason);
      while (scenario.server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
      assert.match(scenario.lines[0] ?? '', /: Stopped, sent, /);
      assert.deepEqual((await Promise.all([next, scenario.source.token()])).map((token) => token?.value), ['two', 'two']);
      await scenario.http.close();
    });

    it('is not stopped by one who gives up after another', async () => {
      const stops = [new AbortController(), new AbortController()];
      const answer = heldAnswer();
      scenario.server.script(TOKEN_REQUEST, { ...issues('one'), before: () => (stops[0]?.abort(reason), answer.released) });
      const [first, second, third] = [scenario.source.token(stops[0]?.signal), scenario.source.token(stops[1]?.signal), scenario.source.token()];
      await assert.rejects(first, reason);
      stops[1]?.abort(reason);
      await assert.rejects(second, reason);
      answer.release();
      assert.equal((await third).value, 'one');
    });

    it('is not even asked for if that is known beforehand', async () => {
      await assert.rejects(scenario.source.token(AbortSignal.abort(reason)), reason);
      assert.equal(scenario.server.connections, 0);
    });

    it('is not refused on the ground of what others were told', async () => {
      scenario.server.script(TOKEN_REQUEST, { status: 403, body: { error: 'access_denied' } });
      await assert.rejects(scenario.source.token(), { code: 'SOIL_AUTH' });
      await assert.rejects(scenario.source.token(AbortSignal.abort(reason)), reason);
    });
  });

  describe('that the service does not accept', () => {
    it('is replaced', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      scenario.source.reject(await scenario.source.token());
      assert.equal((await scenario.source.token()).value, 'two');
    });

    it('is replaced once, however many report it and whenever', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      const old = await scenario.source.token();
      const renewed = await Promise.all(
        Array.from({ length: 1000 }, async () => {
          scenario.source.reject(old);
          return scenario.source.token();
        }),
      );
      scenario.source.accept(renewed[0]!);
      scenario.source.reject(old);
      assert.equal(await scenario.source.token(), renewed[0]);
    });

    it('is replaced at once if it was accepted before, however recent the last replacement', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'), issues('three'));
      scenario.source.reject(await scenario.source.token());
      scenario.source.accept(await scenario.source.token());
      scenario.source.reject(await scenario.source.token());
      assert.equal((await scenario.source.token()).value, 'three');
    });

    it('is replaced after a pause like its predecessor, even if that one is accepted after all', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      const old = await scenario.source.token();
      scenario.source.reject(old);
      const renewed = await scenario.source.token();
      scenario.source.accept(old);
      assert.equal(scenario.source.reject(renewed), 1000);
    });

    it('is replaced after a pause that grows while its successors fare no better, until one is accepted', async () => {
      const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'];
      scenario.server.script(TOKEN_REQUEST, ...names.map((name) => issues(name)));
      const { source, clock } = scenario;
      const pauses: number[] = [];
      for (let count = 1; count <= 9; count++) {
        const token = await source.token();
        const pause = source.reject(token);
        pauses.push(pause);
        for (const early of pause === 0 ? [] : [1, pause - 1]) {
          await clock.advance(early === 1 ? 0 : early);
          assert.equal(await source.token(), token, 'it may be accepted after all');
          assert.equal(source.reject(token), early === 1 ? pause : 1, 'reported again, it is no news');
        }
        await clock.advance(Math.min(pause, 1));
      }
      assert.deepEqual(pauses, [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
      source.accept(await source.token());
      assert.equal(source.reject(await source.token()), 0);
      assert.equal((await source.token()).value, '11');
    });

    it('stays in use if it is accepted after all', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'), issues('three'));
      scenario.source.reject(await scenario.source.token());
      const second = await scenario.source.token();
      assert.equal(scenario.source.reject(second), 1000);
      scenario.source.accept(second);
      await scenario.clock.advance(60_000);
      assert.equal(await scenario.source.token(), second);
      assert.equal(scenario.source.reject(second), 0);
      assert.equal((await scenario.source.token()).value, 'three');
    });
  });
});
