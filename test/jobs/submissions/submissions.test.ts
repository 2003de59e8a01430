import assert from 'node:assert/strict';
import { isSoilError, SoilError } from '../../../src/errors/soil-error';
import type { JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { later, refusal, ScriptedService, unreachable } from '../scripted-service';
import { onSlowMachine, turnsDuring } from '../../time/counted-turns';
import { isOpenOn, lifeAfterSending, listener, submit, taker, unanswered } from './submit-scenario';

describe('A submission', () => {
  it('has its intent on the disk before the request is sent, and the address before the caller has it', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const found: unknown[] = [];
    service.creations = [
      async () => {
        found.push(await isOpenOn(life.disk));
        return service.jobAddress('7');
      },
    ];
    const job = await submit(life, service);
    assert.deepEqual(found, [{ unknown: 1, created: 0 }]);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 1 });
    assert.deepEqual(job, {
      id: '7', url: 'https://api.example/geometry/7', kind: 'geometry', status: 'submitted', description: '', submittedAt: '2026-01-01T00:00:00.000Z', polls: 0,
    });
    await life.clock.advance(2900);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 1 }, 'the message may still be on its way to soil-wait');
    await life.clock.advance(200);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('gives other work its turn while a large area is made comparable', async () => {
    const life = await Life.begin();
    const corners = Array.from({ length: 20_000 }, (_, i) => `${Math.cos(i / 3183)} ${Math.sin(i / 3183)}`);
    const geometry = `POLYGON ((${corners.join(', ')}, ${corners[0]}))`;
    const turns = await onSlowMachine(() => turnsDuring(() => submit(life, new ScriptedService(), { query: { geometry } })));
    assert.ok(turns > 50, `${turns} turns`);
    await life.end();
  });

  it('is not sent if the intent cannot be written', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    life.disk.fillUp();
    await assert.rejects(submit(life, service), (error) => isSoilError(error, 'SOIL_STORAGE') && /disk is full/.test(error.message));
    assert.equal(service.created.length, 0);
    life.disk.fault = () => undefined;
    await submit(life, service);
    assert.equal(service.created.length, 1);
    await life.end();
  });

  it('is one of many that fail while the disk is full, which the log says once', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const fail = later<JobAddress>();
    service.creations = Array.from({ length: 20 }, () => () => fail.promise);
    const all = service.creations.map((_, n) => assert.rejects(submit(life, service, { query: { geometry: `POINT (${n} 5)`, soilProperties: [] } }), /No such dataset/));
    await life.clock.advance(1);
    life.disk.fillUp();
    fail.reject(new SoilError('SOIL_REQUEST', 'No such dataset.'));
    await Promise.all(all);
    assert.equal(life.log.length, 1, life.log.join());
    assert.match(life.log.join(), /the disk is full.*kept in memory and written as soon as the disk allows/);
    life.disk.fault = () => undefined;
    await life.clock.advance(10_000);
    await life.end();
  });

  it('names its job if the address cannot be written, and the next one goes on with that job', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [
      () => {
        life.disk.fillUp();
        return service.jobAddress('7');
      },
    ];
    await assert.rejects(submit(life, service), (error) => isSoilError(error, 'SOIL_STORAGE') && /Job 7 was created.*could not be stored: Cannot write .*then try again\. Once that is done, .*with "Reuse the job of an identical request"/.test(error.message));
    life.disk.fault = () => undefined;
    const job = await submit(life, service);
    assert.deepEqual([job.id, job.reused, service.created.length], ['7', 'pending', 1]);
    await life.end();
  });

  it('whose error was told does not come out again after a deploy if its address could not be written', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [
      () => {
        life.disk.fillUp();
        return service.jobAddress('7');
      },
    ];
    await assert.rejects(submit(life, service), (error) => isSoilError(error, 'SOIL_STORAGE'));
    life.disk.fault = () => undefined;
    await life.keeper.release();
    const next = await Life.begin(life.disk, life.clock);
    const { news, ...node } = listener();
    next.keeper.outcomes.attach('submit', node);
    await next.clock.advance(10_000);
    assert.deepEqual(news, []);
    await next.end();
  });

  for (const error of [refusal(400), new SoilError('SOIL_AUTH', 'Refused.'), unreachable, new SoilError('SOIL_RATE_LIMITED', 'Later.')]) {
    it(`is closed if the service has not taken it (${error.code})`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      service.creations = [error];
      await assert.rejects(submit(life, service), error);
      await life.clock.advance(1);
      assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
      assert.deepEqual(life.keeper.list(), []);
      const next = await life.kill();
      const node = taker();
      next.keeper.outcomes.attach('submit', node);
      assert.deepEqual([node.given, node.news], [[], []], 'its error was told');
      await next.end();
    });
  }

  const unreadable = new SoilError('SOIL_RESPONSE', 'It gave no address of the job.');

  it('that the service may have taken shows in the list, with what is known', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [unreadable];
    await assert.rejects(submit(life, service), unreadable);
    await life.clock.advance(1);
    assert.deepEqual(life.keeper.list().map(({ state, description }) => [state, description]), [['unknown', unreadable.message]]);
    await life.end();
  });

  for (const error of [refusal(400), unreadable]) {
    it(`whose error (${error.code}) a crash kept from the flow is heard of after the restart`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      service.creations = [error];
      let onDisk = life.disk;
      // The moment before the caller has it.
      await assert.rejects(submit(life, service).finally(() => (onDisk = life.disk.afterKill())), error);
      const next = await Life.begin(onDisk, life.clock);
      const node = taker();
      next.keeper.outcomes.attach('submit', node);
      const message = { _msgid: 'm1', payload: 'field' };
      assert.deepEqual([node.given, node.news], error.code === 'SOIL_REQUEST' ? [[message], []] : [[], [['unknown', message, 'SOIL_SUBMIT_UNKNOWN']]]);
      await next.end();
      await life.end();
    });
  }

  it('stays open if no answer came, is thrown once, and shows in the list', async () => {
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
    const service = new ScriptedService();
    const second = await lifeAfterSending({ _msgid: 'm1', payload: 'field', req: new (class Request {})() }, service);
    const [told, another, later] = [listener(), listener(), listener()];
    let words = '';
    second.keeper.outcomes.attach('another node', another);
    second.keeper.outcomes.attach('submit', { ...told, unknown: (message, error) => (told.unknown(message, error), (words = error.message)) });
    assert.deepEqual([told.news, another.news], [[['unknown', { _msgid: 'm1', payload: 'field' }, 'SOIL_SUBMIT_UNKNOWN']], []]);
    assert.match(words, /^The request of 2026-01-01T00:00:00\.000Z for a job \(geometry, [0-9a-f]{16}\) was sent/);
    assert.equal(service.created.length, 1, 'nothing is sent again by itself');
    second.keeper.outcomes.attach('submit', later);
    await second.clock.advance(1);
    const third = await second.kill();
    third.keeper.outcomes.attach('submit', later);
    assert.deepEqual(later.news, []);
    assert.equal(third.keeper.list()[0]?.state, 'unknown');
    await third.end();
  });

  it('whose message had not gone on when a crash came goes on after the restart, marked', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    const job = submit(first, service);
    while (service.created.length === 0 || (await isOpenOn(first.disk)).created === 0) await new Promise(setImmediate);
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    const listening = listener();
    second.keeper.outcomes.attach('submit', listening);
    assert.deepEqual(listening.news, [['created', { _msgid: 'm1', payload: 'field' }, '1', true]]);
    const another = listener();
    second.keeper.outcomes.attach('submit', another);
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
    await first.keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 1, firstPollSeconds: 2, maxPollSeconds: 60 });
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    assert.equal(second.keeper.waits.count('wait'), 1);
    await first.end();
    await second.end();
  });

  it('whose job another message waits for still goes on', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    const job = await submit(first, service, { message: { _msgid: 'm1' } });
    await first.keeper.waits.accept({ service, job, node: 'wait', message: { _msgid: 'm2' }, timeoutMinutes: 1, firstPollSeconds: 2, maxPollSeconds: 60 });
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 1 });
    await first.end();
    await second.end();
  });
});
