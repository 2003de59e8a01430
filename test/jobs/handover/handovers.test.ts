import assert from 'node:assert/strict';
import { Departures } from '../../../src/jobs/handover/departures';
import { HANDOVER_MS, Handovers, messageOf, PARTING_MS } from '../../../src/jobs/handover/handovers';
import { SimulatedClock } from '../../time/simulated-clock';

describe('A handover', () => {
  let clock: SimulatedClock;
  let handovers: Handovers;
  let over: string[];

  function leave(key: string, name: string): void {
    handovers.leave(key, () => over.push(name));
  }

  beforeEach(() => {
    clock = new SimulatedClock();
    handovers = new Handovers(clock, HANDOVER_MS);
    over = [];
  });

  it('is over when the message has arrived, once', async () => {
    leave('one', 'a');
    leave('other', 'b');
    assert.deepEqual(over, []);
    handovers.arrive('one');
    handovers.arrive('one');
    handovers.arrive('unknown');
    assert.deepEqual(over, ['a']);
    await clock.advance(10_000);
    assert.deepEqual([over, clock.pending], [['a', 'b'], 0]);
  });

  it('is over when the message has had time to get anywhere, and not before', async () => {
    leave('one', 'a');
    await clock.advance(2999);
    leave('one', 'b');
    assert.deepEqual(over, []);
    await clock.advance(1);
    assert.deepEqual(over, ['a']);
    handovers.arrive('one');
    assert.deepEqual([over, clock.pending], [['a', 'b'], 0]);
  });

  it('is over for the first of two alike where one has arrived', () => {
    leave('one', 'a');
    leave('one', 'b');
    handovers.arrive('one');
    assert.deepEqual(over, ['a']);
    handovers.arrive('one');
    assert.deepEqual(over, ['a', 'b']);
  });

  it('is over for all that are taken for arrived, and for none that is called off', async () => {
    for (const name of ['a', 'b', 'c']) leave(name === 'c' ? 'other' : 'one', name);
    handovers.finishAll();
    assert.deepEqual(over, ['a', 'b', 'c']);
    leave('one', 'd');
    handovers.callOffAll();
    handovers.arrive('one');
    await clock.advance(10_000);
    assert.deepEqual([over, clock.pending], [['a', 'b', 'c'], 0]);
  });

  describe('while nodes are at work on the message', () => {
    const atWork = new Set<string>();
    const watched: string[] = [];

    beforeEach(() => {
      atWork.clear();
      watched.length = 0;
      const watch = (id: string) => {
        watched.push(id);
        return () => void watched.splice(watched.indexOf(id), 1);
      };
      handovers = new Handovers(clock, PARTING_MS, undefined, { watch, isAtWork: (id, job) => job === '7' && atWork.has(id) });
      for (const id of ['slow', 'quick']) handovers.leave(id, () => over.push(id), { job: '7', messageId: id });
      atWork.add('slow');
    });

    it('is not over before they are done, or too much time has passed', async () => {
      await clock.advance(PARTING_MS);
      assert.deepEqual([over, watched], [['quick'], ['slow']]);
      await clock.advance(HANDOVER_MS - PARTING_MS - 1);
      assert.deepEqual(over, ['quick']);
      handovers.leave('later', () => over.push('later'), { job: '7', messageId: 'later' });
      await clock.advance(1);
      assert.deepEqual([over, watched], [['quick', 'slow'], ['later']]);
      await clock.advance(PARTING_MS);
      assert.deepEqual([over, watched, clock.pending], [['quick', 'slow', 'later'], [], 0]);
    });

    it('is over soon after they are done', async () => {
      await clock.advance(PARTING_MS);
      atWork.clear();
      await clock.advance(PARTING_MS);
      assert.deepEqual([over, clock.pending], [['quick', 'slow'], 0]);
    });

    it('is not over with the end of all nodes, which takes the message along', async () => {
      handovers.finishAll();
      await clock.advance(10_000);
      assert.deepEqual([over, watched, clock.pending], [['quick'], [], 0]);
    });
  });

  describe('in whose turn flows are stopped', () => {
    let departures: Departures;

    beforeEach(async () => {
      departures = new Departures();
      handovers = new Handovers(clock, HANDOVER_MS, departures);
      leave('before', 'a');
      await new Promise((resolve) => setImmediate(resolve));
      leave('one', 'b');
      leave('other', 'c');
      departures.hold();
      await new Promise((resolve) => setImmediate(resolve));
    });

    it('is not over with the end of all nodes', () => {
      handovers.arrive('one');
      handovers.finishAll();
      assert.deepEqual(over, ['b', 'a']);
    });

    it('is over, once, when they are started again, however long that takes', async () => {
      await clock.advance(10_000);
      handovers.arrive('one');
      assert.deepEqual([over, clock.pending], [['a', 'b'], 0]);
      departures.letGo();
      await clock.advance(10_000);
      assert.deepEqual([over, clock.pending], [['a', 'b', 'c'], 0]);
    });
  });

  it('is over for one job, and not for another whose name begins in the same way', () => {
    for (const job of ['field', 'field 12']) handovers.leave(messageOf(job, 'm1'), () => over.push(job), { job, messageId: 'm1' });
    handovers.finishJob('field');
    assert.deepEqual(over, ['field']);
    handovers.finishJob('field 12');
    assert.deepEqual(over, ['field', 'field 12']);
  });

  it('knows a message by its job and its own identifier, where it has one', () => {
    const keys = [messageOf('j1', 'm1'), messageOf('j1', 'm2'), messageOf('j2', 'm1'), messageOf('j1', undefined), messageOf('j1', { odd: true })];
    assert.deepEqual([new Set(keys).size, keys[3]], [4, keys[4]]);
  });
});
