import assert from 'node:assert/strict';
import { isSoilError, SoilError } from '../../../src/errors/soil-error';
import type { JobAddress } from '../../../src/service/job';
import type { CreateOptions } from '../../../src/service/soil-service';
import { Life } from '../life';
import { systemError } from '../memory-disk';
import { later, ScriptedService } from '../scripted-service';
import { submit, taker } from './submit-scenario';

describe('A request that waits for its turn to be sent', () => {
  let life: Life;
  let options: CreateOptions;
  let answer: ReturnType<typeof later<JobAddress>>;
  const service = new ScriptedService();
  service.createJob = (_kind, _query, given = {}) => {
    options = given;
    given.signal?.addEventListener('abort', () => answer.reject(given.signal?.reason as Error));
    return answer.promise;
  };

  beforeEach(async () => {
    life = await Life.begin();
    answer = later();
  });

  /** Submits for several messages, of which each but the first joins. Returns what the life after a kill is told: messages to submit again, and news. */
  async function afterKillAt(moment: (...submitted: Promise<unknown>[]) => Promise<void> | void, messages = ['m1', 'm2']): Promise<[given: string[], news: unknown[]]> {
    const submitted = messages.map((_msgid) => submit(life, service, { message: { _msgid } }));
    await life.clock.advance(1);
    await moment(...submitted);
    await life.clock.advance(1);
    life = await Life.begin(life.disk.afterKill(), life.clock);
    const node = taker();
    life.keeper.outcomes.attach('submit', node);
    await life.clock.advance(1);
    await life.end();
    return [node.given.map(({ _msgid }) => String(_msgid)), node.news.map((news) => (news as unknown[])[2])];
  }

  /** Submits, and closes the node when the request may be at the service. */
  async function closeWhileSending(): Promise<void> {
    const closing = new AbortController();
    const submitted = assert.rejects(submit(life, service, { signal: closing.signal }), /closed/);
    await life.clock.advance(1);
    await options.beforeSending?.();
    closing.abort(new Error('The node was closed.'));
    await submitted;
  }

  it('is made again after a kill', async () => {
    assert.deepEqual(await afterKillAt(() => undefined), [['m1', 'm2'], []]);
  });

  it('is of unknown fate from the moment that it is about to be sent', async () => {
    assert.deepEqual(await afterKillAt(() => options.beforeSending?.()), [[], ['SOIL_SUBMIT_UNKNOWN', 'SOIL_SUBMIT_UNKNOWN']]);
  });

  it('is made again after a kill even if the service has refused to take it so far', async () => {
    const refused = async (): Promise<void> => {
      await options.beforeSending?.();
      options.onNotTaken?.();
    };
    assert.deepEqual(await afterKillAt(refused), [['m1', 'm2'], []]);
    life = await Life.begin();
    assert.deepEqual(await afterKillAt(() => refused().then(() => options.beforeSending?.())), [[], ['SOIL_SUBMIT_UNKNOWN', 'SOIL_SUBMIT_UNKNOWN']]);
  });

  it('is broken off when its node closes while it is certainly not at the service: nobody waits for it, and it is made again', async () => {
    const moments = {
      'before its turn': () => undefined,
      'while it is written down that it is about to be sent': () => void options.beforeSending?.().catch(() => undefined),
      'after a refusal': async () => {
        await options.beforeSending?.();
        options.onNotTaken?.();
      },
    };
    for (const [moment, come] of Object.entries(moments)) {
      life = await Life.begin();
      answer = later();
      const closing = new AbortController();
      const submitted = assert.rejects(submit(life, service, { signal: closing.signal }), /closed/);
      await life.clock.advance(1);
      await come();
      closing.abort(new Error('The node was closed.'));
      await submitted;
      await life.keeper.release();
      life = await Life.begin(life.disk, life.clock);
      const node = taker();
      life.keeper.outcomes.attach('submit', node);
      await life.clock.advance(1);
      assert.deepEqual([node.given.length, node.news], [1, []], moment);
      await life.end();
    }
  });

  it('comes back when its node closes while it may be at the service, and is broken off once that refuses it', async () => {
    await closeWhileSending();
    assert.equal(options.signal?.aborted, false);
    options.onNotTaken?.();
    assert.equal(options.signal?.aborted, true);
    await life.end();
  });

  it('is, once its node has closed, made again if the service has certainly not taken it, and of unknown fate if nobody can tell', async () => {
    const refusals = ['SOIL_CONFIG', 'SOIL_AUTH', 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT', 'SOIL_REQUEST', 'SOIL_RATE_LIMITED', 'SOIL_UNAVAILABLE', 'SOIL_CANCELLED'] as const;
    for (const code of [...refusals, 'SOIL_RESPONSE', 'SOIL_SUBMIT_UNKNOWN', undefined] as const) {
      life = await Life.begin();
      answer = later();
      await closeWhileSending();
      answer.reject(code ? new SoilError(code, 'No job.') : new TypeError('No job.'));
      await life.clock.advance(1);
      const node = taker();
      life.keeper.outcomes.attach('submit', node);
      assert.deepEqual([node.given.length, node.news.length], (refusals as readonly unknown[]).includes(code) ? [1, 0] : [0, 1], code);
      await life.end();
    }
  });

  it('still gives a job to one that asks for the same at the moment in which it is broken off', async () => {
    const closing = new AbortController();
    const submitted = assert.rejects(submit(life, service, { signal: closing.signal }), /closed/);
    await life.clock.advance(1);
    closing.abort(new Error('The node was closed.'));
    const next = submit(life, service, { node: 'another', message: { _msgid: 'm2' } });
    await submitted;
    answer = later();
    await life.clock.advance(1);
    answer.resolve(service.jobAddress('7'));
    assert.equal((await next).id, '7');
    await life.end();
  });

  it('is not of unknown fate if the disk takes the note that it is about to be sent for one of its messages, but not for the next', async () => {
    const submitted = submit(life, service);
    await life.clock.advance(1);
    const sending = options.beforeSending?.();
    const joined = submit(life, service, { message: { _msgid: 'm2' } });
    const callers = Promise.allSettled([submitted, joined]);
    let syncs = 0;
    life.disk.fault = (call) => (call === 'sync jobs.journal' && ++syncs === 2 ? systemError('EIO') : undefined);
    await sending?.catch((error: Error) => answer.reject(error));
    assert.deepEqual((await callers).map(({ status }) => status), ['rejected', 'rejected']);
    await life.clock.advance(10_000);
    assert.deepEqual(life.keeper.list(), []);
    await life.end();
  });

  it('takes along messages that join while that note is written, or after it', async () => {
    const joined = async (): Promise<void> => {
      const written = options.beforeSending?.();
      void submit(life, service, { message: { _msgid: 'm2' } });
      await written;
      void submit(life, service, { message: { _msgid: 'm3' } });
    };
    assert.deepEqual(await afterKillAt(joined, ['m1']), [[], Array(3).fill('SOIL_SUBMIT_UNKNOWN')]);
  });

  it('is not sent if the disk does not take that note, and its caller is told', async () => {
    let refused: unknown;
    const full = async (submitted: Promise<unknown>): Promise<void> => {
      life.disk.fillUp();
      await options.beforeSending?.().catch((error: Error) => answer.reject(error));
      refused = await submitted.catch((error: unknown) => error);
      life.disk.fault = () => undefined;
      await life.clock.advance(10_000);
    };
    assert.deepEqual(await afterKillAt(full, ['m1']), [[], []]);
    assert.ok(isSoilError(refused, 'SOIL_STORAGE'));
  });
});
