import assert from 'node:assert/strict';
import { DELIVERY_MS } from '../../../src/jobs/delivery/delivery-tracker';
import type { Job } from '../../../src/service/job';
import { Life } from '../life';
import { completed, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';

describe('The list of jobs that were submitted', () => {
  let life: Life;
  const service = new ScriptedService();
  const submit = (geometry: string): Promise<Job> => life.keeper.submissions.submit({ service, kind: 'geometry', query: { geometry }, reuse: true, options: {}, node: 'submit', message: { _msgid: geometry } });
  const wait = (job: Job): Promise<void> => life.keeper.waits.accept({ service, job, node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
  const shown = (): [string, string][] => life.keeper.list().map(({ job, state }) => [job, state]);

  beforeEach(async () => {
    service.created.length = 0;
    life = await Life.begin();
  });
  afterEach(() => life.end());

  it('has a job that nobody waits for, and its age', async () => {
    await submit('POINT (5 51)');
    await life.clock.advance(90_000);
    const at = '2026-01-01T00:00:00.000Z';
    assert.deepEqual(life.keeper.list(), [
      { wait: '', job: '1', node: 'submit', state: 'submitted', status: '', description: '', acceptedAt: at, age: 90, polls: 0 },
    ]);
    life.clock.setWall(0);
    assert.equal(life.keeper.list()[0]?.age, 0, 'no job is younger than nothing, however the clock is set');
  });

  it('calls no job unawaited while its message may still come to soil-wait', async () => {
    const job = await submit('POINT (5 51)');
    await submit('POINT (6 51)');
    assert.deepEqual(shown(), []);
    await wait(job);
    assert.deepEqual(shown(), [['1', 'paused']]);
    await life.clock.advance(DELIVERY_MS);
    assert.deepEqual(shown(), [['1', 'paused'], ['2', 'submitted']]);
  });

  it('drops the end of a wait without a result if its job is awaited again', async () => {
    life.keeper.waits.attach('wait', service, waitListener());
    service.polls = { 1: [completed()] };
    const [job, other] = [await submit('POINT (5 51)'), await submit('POINT (6 51)')];
    // Two messages wait for the first job at once: each has an end of its own.
    for (const awaited of [job, job, other]) await wait(awaited);
    await life.clock.advance(100);
    await life.keeper.waits.stop(life.keeper.list()[0]!.wait);
    await life.keeper.waits.cancel('wait', '2');
    assert.deepEqual(shown(), [['1', 'waiting'], ['1', 'cancelled'], ['2', 'cancelled']]);
    await life.clock.advance(100);
    await wait(other);
    assert.deepEqual(shown(), [['1', 'waiting'], ['2', 'waiting'], ['1', 'cancelled']]);
    await life.clock.advance(10_000);
    await life.keeper.waits.cancel('wait', '2');
    assert.deepEqual(shown(), [['1', 'cancelled'], ['1', 'completed'], ['2', 'cancelled']]);
    await wait(job);
    assert.deepEqual(shown(), [['1', 'waiting'], ['1', 'completed'], ['2', 'cancelled']], 'one with a result stays');
  });

  it('has a job once, while somebody waits for it and when that is over', async () => {
    const job = await submit('POINT (5 51)');
    const other = await submit('POINT (6 51)');
    await life.clock.advance(DELIVERY_MS);
    life.keeper.waits.attach('wait', service, waitListener());
    await wait(job);
    assert.deepEqual(shown(), [['1', 'waiting'], ['2', 'submitted']]);
    service.polls = { 1: [completed()] };
    await life.clock.advance(10_000);
    assert.deepEqual(shown(), [['2', 'submitted'], ['1', 'completed']]);
    await wait(other);
    await life.keeper.waits.cancel('wait');
    assert.deepEqual(shown(), [['1', 'completed'], ['2', 'cancelled']]);
  });

  it('names a job after the topic of its message, in every state and in the next life', async () => {
    const names = (): (string | undefined)[][] => life.keeper.list().map(({ job, state, name }) => [job, state, name]);
    const listener = waitListener();
    const begin = (topic: string, geometry: string): Promise<Job> =>
      life.keeper.submissions.submit({ service, kind: 'geometry', query: { geometry }, reuse: true, options: {}, node: 'submit', message: { _msgid: geometry, topic } });
    const field = await begin('north field', 'POINT (5 51)');
    await begin('south field', 'POINT (6 51)');
    const terms = { service, node: 'wait', timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 };
    await life.keeper.waits.accept({ ...terms, job: field, message: { _msgid: 'POINT (5 51)', topic: 'north field' } });
    await life.clock.advance(10_000);
    life = await life.kill();
    assert.deepEqual(names(), [['1', 'paused', 'north field'], ['2', 'submitted', 'south field']]);
    service.polls = { 1: [completed()] };
    life.keeper.waits.attach('wait', service, listener);
    await life.clock.advance(10_000);
    assert.deepEqual(names(), [['2', 'submitted', 'south field'], ['1', 'completed', 'north field']]);
    life = await life.kill();
    assert.deepEqual(names(), [['2', 'submitted', 'south field'], ['1', 'completed', 'north field']]);
  });

  it('has the latest two hundred of those that nobody waits for', async () => {
    for (let at = 0; at < 201; at++) await submit(`POINT (${at / 10} 51)`);
    await life.clock.advance(DELIVERY_MS);
    assert.deepEqual(shown().map(([job]) => job), Array.from({ length: 200 }, (_, at) => String(at + 2)));
  });

  it('loses a job on demand if nobody waits for it, and says whether there was one', async () => {
    life.keeper.waits.attach('wait', service, waitListener());
    service.polls = { 1: [completed()] };
    await wait(await submit('POINT (5 51)'));
    await life.clock.advance(10_000);
    await wait(await submit('POINT (6 51)'));
    assert.deepEqual(await Promise.all(['another', '1', '2'].map((job) => life.keeper.forget(job))), [false, true, false]);
    assert.deepEqual(shown(), [['2', 'waiting']]);
    assert.equal(await life.keeper.forget('1'), false);
  });
});
