import assert from 'node:assert/strict';
import { plainGap } from '../../src/jobs/polls/plain-poll-plan';
import type { JobStatus } from '../../src/service/job';
import { seeded } from '../random/seeded';
import { identity, submitAndWait } from './field-job';
import { Life } from './life';
import { later, running, ScriptedService } from './scripted-service';
import { waitListener } from './wait-listener';

describe('Many jobs', () => {
  it('are read no more often than their schedule says', async () => {
    const random = seeded(3);
    const life = await Life.begin(undefined, undefined, random);
    const service = new ScriptedService(identity);
    const readAt = new Map<string, number[]>();
    service.pollJob = ({ id }) => {
      readAt.set(id, [...(readAt.get(id) ?? []), life.clock.monotonic()]);
      return Promise.resolve(running);
    };
    life.keeper.waits.attach('wait', service, waitListener());
    await Promise.all(Array.from({ length: 500 }, (_, at) => submitAndWait(life.keeper, service, at)));
    await life.clock.advance(600_000);
    assert.equal(readAt.size, 500);
    for (const times of readAt.values()) {
      for (const [poll, time] of times.entries()) {
        const least = plainGap({ firstPollMs: 2_000, maxPollMs: 60_000 }, poll, () => (poll === 0 ? 0 : 1));
        assert.ok(time - (times[poll - 1] ?? 0) >= least - 1e-6, `poll ${poll} came ${time - (times[poll - 1] ?? 0)} ms after the one before`);
      }
      assert.ok((times.at(-1) as number) > 540_000, 'and they go on');
    }
    await life.end();
  });

  it('are read a bounded number at a time, the longest due first, and a stuck service holds up no other', async () => {
    const life = await Life.begin();
    const stuck = new ScriptedService('stuck');
    const answers: ((polled: JobStatus) => void)[] = [];
    stuck.otherwise = () => {
      const answer = later<JobStatus>();
      answers.push(answer.resolve);
      return answer.promise;
    };
    const other = new ScriptedService('other');
    const listener = waitListener();
    const detach = life.keeper.waits.attach('stuck', stuck, listener);
    life.keeper.waits.attach('other', other, listener);
    const wait = (service: ScriptedService, node: string, id: string): Promise<void> =>
      life.keeper.waits.accept({ service, job: service.jobAddress(id), node, message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    for (let at = 0; at < 200; at++) {
      await wait(stuck, 'stuck', `s${at}`);
      await life.clock.advance(1);
    }
    await wait(other, 'other', 'o1');
    await life.clock.advance(10_000);
    assert.deepEqual([stuck.read.length, other.read.length], [64, 3]);
    answers.shift()?.(running);
    await life.clock.advance(0);
    assert.deepEqual([stuck.read.length, stuck.read.at(-1)], [65, 's64']);
    // Those that still wait for their turn have no node to ask for them when it comes, and go on once they have one.
    detach();
    for (const answer of answers.splice(0)) answer(running);
    await life.clock.advance(10_000);
    assert.equal(stuck.read.length, 65);
    stuck.otherwise = running;
    life.keeper.waits.attach('stuck', stuck, listener);
    await life.clock.advance(2_000);
    assert.ok(stuck.read.length >= 65 + 135);
    await life.end();
  });
});
