import assert from 'node:assert/strict';
import type { Job, JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { later, ScriptedService } from '../scripted-service';
import { isOpenOn, listener, submit, submitAndClose } from './submit-scenario';

/** A message comes to soil-wait with its job. */
function arrive(life: Life, service: ScriptedService, message: Record<string, unknown>, job: Job): Promise<void> {
  return life.keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
}

/** As if it had come by two wires, or from a function node, which gives all that it sends one identifier. */
const alike = (field: string): Record<string, unknown> => ({ _msgid: 'm1', field });

/** What is certain only by the identifiers that are drawn for the submissions. */
const ROUNDS = 12;

describe('Messages with one identifier that share a job', () => {
  it('are kept for a node that is away while another one comes to soil-wait', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const life = await Life.begin();
      const service = new ScriptedService();
      life.keeper.outcomes.expectWaits();
      const answer = later<JobAddress>();
      service.creations = [() => answer.promise];
      const there = submit(life, service, { message: alike('there') });
      await submitAndClose(life, service, { message: alike('away'), node: 'away' });
      answer.resolve(service.jobAddress('1'));
      await arrive(life, service, alike('there'), await there);
      assert.equal((await isOpenOn(life.disk)).created, 1);
      const back = listener();
      life.keeper.outcomes.attach('away', back);
      assert.deepEqual(back.news, [['created', alike('away'), '1', undefined]]);
      await life.end();
    }
  });

  it('are still known each by itself after a kill, if one of them had come to soil-wait', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const life = await Life.begin();
      const service = new ScriptedService();
      life.keeper.outcomes.expectWaits();
      const [job] = await Promise.all(['first', 'second'].map((field) => submit(life, service, { message: alike(field) })));
      await arrive(life, service, alike('first'), job!);
      const next = await life.kill();
      const again = listener();
      next.keeper.outcomes.attach('submit', again);
      assert.deepEqual(again.news, [['created', alike('second'), '1', true]]);
      await next.end();
    }
  });

  it('settle one submission each', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    life.keeper.outcomes.expectWaits();
    const [job] = await Promise.all(['first', 'second', 'third'].map((field) => submit(life, service, { message: alike(field) })));
    await Promise.all(['first', 'second', 'third'].map((field) => arrive(life, service, alike(field), job!)));
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });
});
