import assert from 'node:assert/strict';
import { isSoilError } from '../../../src/errors/soil-error';
import type { Job } from '../../../src/service/job';
import { Life } from '../life';
import { completed, running } from '../scripted-service';
import { waitListener } from '../wait-listener';
import { begin, journal, Node, wait } from './wait-scenario';

describe('A wait', () => {
  it('is on the disk before it is accepted', async () => {
    const { life, service } = await begin();
    const message = { _msgid: 'm1', payload: 'field' };
    await wait(life, service, message);
    const next = await Life.begin(life.disk.afterPowerCut(), life.clock);
    assert.equal(next.keeper.waits.count('wait'), 1);
    await next.end();
    await life.end();
  });

  it('is refused if the disk does not take it, and leaves nothing behind', async () => {
    const { life, service, node } = await begin();
    life.disk.fillUp();
    await assert.rejects(wait(life, service, {}), (error) => isSoilError(error, 'SOIL_STORAGE'));
    life.disk.fault = () => undefined;
    await life.clock.advance(600_000);
    assert.deepEqual([service.read.length, life.keeper.waits.count('wait'), node.done.length], [0, 0, 0]);
    await life.end();
  });

  it('reads after 2 s, then less and less often, and reports each poll', async () => {
    const { life, service, node } = await begin();
    service.polls['1'] = [running, { ...running, description: '40 %' }, completed()];
    const message = { _msgid: 'm1', payload: 'field', soil: { area: { hectares: 7 } } };
    await wait(life, service, message);
    const [pending] = life.keeper.list();
    assert.deepEqual([pending?.state, pending?.age, pending?.nextPollAt, pending?.hectares], ['waiting', 0, '2026-01-01T00:00:02.200Z', 7]);
    await life.clock.advance(20_000);
    assert.deepEqual(node.polls, [
      { id: '1', status: 'ActiveActionStatus', description: 'at work', polls: 1, elapsed: 2.2, next: 2.52 },
      { id: '1', status: 'ActiveActionStatus', description: '40 %', polls: 2, elapsed: 4.72, next: 3.528 },
    ]);
    assert.deepEqual(node.lastPolls, [{ id: '1', status: 'Completed', description: 'done', polls: 3, elapsed: 8.248, next: 0 }]);
    assert.deepEqual(node.jobs.map(({ status, description, polls, submittedAt }) => [status, description, polls, submittedAt]), [
      ['ActiveActionStatus', 'at work', 1, '2026-01-01T00:00:00.000Z'],
      ['ActiveActionStatus', '40 %', 2, '2026-01-01T00:00:00.000Z'],
      ['Completed', 'done', 3, '2026-01-01T00:00:00.000Z'],
    ]);
    const [delivered, ...more] = node.done;
    assert.deepEqual(more, []);
    assert.equal(delivered?.message, message, 'the very message');
    assert.deepEqual(delivered?.job, {
      id: '1',
      url: 'https://api.example/geometry/1',
      kind: 'geometry',
      status: 'Completed',
      description: 'done',
      submittedAt: '2026-01-01T00:00:00.000Z',
      polls: 3,
      result: { url: 'https://files.example/1.zip?signature=secret' },
    });
    await life.clock.advance(600_000);
    assert.equal(service.read.length, 3, 'no poll after the end');
    assert.doesNotMatch(journal(life.disk), /signature/);
    const [ended] = life.keeper.list();
    assert.deepEqual([ended?.state, ended?.polls, ended?.status, ended?.age], ['completed', 3, 'Completed', 8.248]);
    await life.end();
    assert.equal(life.clock.pending, 0);
  });

  it('reads at once if the job is known to be finished', async () => {
    const { life, service, node } = await begin();
    service.otherwise = completed();
    await wait(life, service, {}, { job: { id: '1', result: { url: 'https://files.example/1.zip' } } });
    await life.clock.advance(0);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  it('reads at its first time if the job only might have a result', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { job: { id: '1', result: undefined } });
    await life.clock.advance(2000);
    assert.equal(service.read.length, 0);
    await life.end();
  });

  it('reports with each poll how long the wait has lasted, and no trouble if there is none', async () => {
    const { life, service, node } = await begin();
    await life.clock.advance(100_000);
    await wait(life, service, {});
    await life.clock.advance(3000);
    assert.deepEqual(node.polls.map(({ elapsed }) => elapsed), [2.2]);
    assert.deepEqual([node.troubles, life.log], [[], []]);
    await life.end();
  });

  it('leaves nothing to do once it is over', async () => {
    const { life, service, node } = await begin();
    const before = life.clock.pending;
    service.otherwise = completed();
    await wait(life, service, { _msgid: 'm1' });
    await life.clock.advance(10_000);
    assert.deepEqual([node.done.length, life.clock.pending], [1, before]);
    await life.end();
  });

  it('is over on the disk as soon as its message is out, if nothing else takes the message on', async () => {
    const { life, service, node } = await begin();
    service.polls = { 1: [completed()], 2: [{ phase: 'failed', status: 'Failed', description: '' }] };
    await wait(life, service, { payload: 'without an identifier' });
    await wait(life, service, { _msgid: 'm2' }, { job: { id: '2' } });
    await life.clock.advance(2300);
    assert.deepEqual([node.done.length, node.errors.length], [1, 1]);
    const next = await Life.begin(life.disk.afterKill(), life.clock);
    assert.equal(next.keeper.waits.count('wait'), 0);
    await next.end();
    await life.end();
  });

  describe('notes how long its job took', () => {
    /** Seen running 2.2 s and 4.72 s after its submission, and done after 8.248 s. */
    const noted = async (endTime: string | undefined, more: { submittedAt?: string | undefined; waits?: number; phase?: 'failed'; reused?: Job['reused'] } = {}): Promise<string[]> => {
      const { life, service } = await begin();
      const { waits = 1, phase = 'completed', reused, ...job } = more;
      await life.clock.advance(60_000);
      service.polls['1'] = [running, running, completed('1', { phase, ...(endTime && { endTime }) })];
      for (let count = 0; count < waits; count++) await wait(life, service, { _msgid: `m${count}`, soil: { job: { reused } } }, { job: { id: '1', ...job } });
      await life.clock.advance(20_000);
      const found = [...journal(life.disk).matchAll(/"tookMs":(\d+)/g)].map(([, ms]) => ms ?? '');
      await life.end();
      return found;
    };
    const second = (count: number): string => new Date(Date.UTC(2026, 0, 1, 0, 1, count)).toISOString();

    it("by the service's own times, as far as they agree with what was seen", async () => {
      assert.deepEqual(await noted(second(6)), ['6000']);
      assert.deepEqual(await noted(second(1)), ['4720']);
      assert.deepEqual(await noted(second(20)), ['8248']);
    });

    it('by the middle of what is possible if the service gives none', async () => {
      assert.deepEqual(await noted(undefined), ['6484']);
    });

    it('once, however many wait for it', async () => {
      assert.deepEqual(await noted(second(6), { waits: 3 }), ['6000']);
    });

    it('not again with a request that it answers after its end', async () => {
      assert.deepEqual(await noted(second(6), { reused: 'finished' }), []);
      assert.deepEqual(await noted(second(6), { reused: 'pending' }), ['6000']);
    });

    it('not if it failed, or if nobody knows when it was submitted', async () => {
      assert.deepEqual(await noted(second(6), { phase: 'failed' }), []);
      assert.deepEqual(await noted(second(6), { submittedAt: undefined }), []);
    });
  });

  it('reads the status at once of a job that was submitted longer ago than the first pause', async () => {
    const { life, service, node } = await begin();
    await life.clock.advance(100_000);
    await wait(life, service, {}, { job: { id: '1', submittedAt: '2026-01-01T00:00:00.000Z' } });
    await life.clock.advance(1);
    assert.equal(node.polls.length, 1);
    await life.end();
  });

  it('shows in the list with its times', async () => {
    const { life, service, detach } = await begin();
    await life.clock.advance(100_000);
    await wait(life, service, {}, { job: { id: '1', submittedAt: '2026-01-01T00:01:39.000Z' } });
    await life.clock.advance(1000);
    const [first] = life.keeper.list();
    assert.deepEqual(first, {
      wait: first?.wait, job: '1', node: 'wait', state: 'waiting', status: '', description: '',
      acceptedAt: '2026-01-01T00:01:40.000Z', age: 1, polls: 0, nextPollAt: '2026-01-01T00:01:42.200Z',
    });
    service.otherwise = () => new Promise<never>(() => undefined);
    await life.clock.advance(2000);
    assert.equal(life.keeper.list()[0]?.nextPollAt, undefined, 'it is being read');
    detach();
    assert.deepEqual([life.keeper.list()[0]?.state, life.keeper.list()[0]?.nextPollAt], ['paused', undefined]);
    await life.end();
  });

  it('stays with the new node if the old one leaves after the new one has come', async () => {
    const { life, service, detach } = await begin();
    const next = new Node();
    life.keeper.waits.attach('wait', service, next);
    detach();
    service.otherwise = completed();
    await wait(life, service, {});
    await life.clock.advance(3000);
    assert.equal(next.done.length, 1);
    await life.end();
  });

  it('ends even if its listener throws, and the log says so', async () => {
    const { life, service } = await begin();
    life.keeper.waits.attach('wait', service, waitListener({ completed: () => { throw new Error('the flow is broken'); } }));
    service.otherwise = completed();
    await wait(life, service, {});
    await life.clock.advance(10_000);
    assert.match(life.log.join(), /could not be handled: the flow is broken/);
    assert.equal(life.keeper.waits.count('wait'), 0);
    await life.end();
  });

  it('says once what a message holds that would not survive a restart', async () => {
    const { life, service } = await begin();
    class Request {}
    await wait(life, service, { payload: new Map(), req: new Request() });
    await wait(life, service, { payload: new Map(), req: new Request() });
    assert.deepEqual(life.log, ['Messages that wait in node wait hold msg.payload, msg.req, which cannot be kept on the disk: after a restart of Node-RED they go on without that.']);
    await life.end();
  });
});
