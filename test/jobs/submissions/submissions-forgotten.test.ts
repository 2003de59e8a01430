import assert from 'node:assert/strict';
import { DELIVERY_MS } from '../../../src/jobs/delivery/delivery-tracker';
import type { JobStatus } from '../../../src/service/job';
import { Life } from '../life';
import { completed, later, ScriptedService } from '../scripted-service';
import { query, submit, unanswered } from './submit-scenario';

describe('A submission', () => {
  it('is forgotten with its job when a person takes that out of the list', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    await life.clock.advance(DELIVERY_MS);
    assert.deepEqual(life.keeper.list().map(({ job, state, node }) => [job, state, node]), [['1', 'submitted', 'submit']]);
    assert.equal(await life.keeper.forget('1'), true);
    assert.deepEqual(life.keeper.list(), []);
    assert.equal(await life.keeper.forget('1'), false);
    assert.equal((await submit(life, service)).reused, undefined);
    await life.end();
  });

  it('is not answered with a job that is forgotten while an identical request looks at it', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    await life.clock.advance(DELIVERY_MS);
    const poll = later<JobStatus>();
    service.polls['1'] = [() => poll.promise];
    const submitted = submit(life, service, { message: { _msgid: 'm2' } });
    await life.clock.advance(1);
    assert.equal(await life.keeper.forget('1'), true);
    poll.resolve(completed('1'));
    assert.equal((await submitted).id, '2');
    assert.equal((await submit(life, service, { message: { _msgid: 'm3' } })).id, '2');
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
