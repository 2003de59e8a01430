import assert from 'node:assert/strict';
import { DELIVERY_MS, DeliveryTracker, SETTLING_MS } from '../../../src/jobs/delivery/delivery-tracker';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { UNKNOWN_WORK } from '../../../src/jobs/delivery/flow-work';
import { heapInUse } from '../../memory/heap-in-use';
import { SimulatedClock } from '../../time/simulated-clock';

describe('The delivery of a message', () => {
  let clock: SimulatedClock;
  let tracker: DeliveryTracker;
  let over: string[];

  const comesBack = (): void => assert.fail('no flow was stopped');
  const known = (messageId: unknown, job = '7') => ({ job, messageId, by: 'download' as const });

  function track(messageId: string, name: string): void {
    tracker.track(known(messageId), () => over.push(name), comesBack);
  }

  beforeEach(() => {
    clock = new SimulatedClock();
    tracker = new DeliveryTracker(clock, DELIVERY_MS, new FlowGate(), UNKNOWN_WORK);
    over = [];
  });

  it('is over when the message has arrived, once', async () => {
    track('one', 'a');
    track('other', 'b');
    assert.deepEqual(over, []);
    tracker.acknowledge(known('one'));
    tracker.acknowledge(known('one'));
    tracker.acknowledge(known('unknown'));
    assert.deepEqual(over, ['a']);
    await clock.advance(10_000);
    assert.deepEqual([over, clock.pending], [['a', 'b'], 0]);
  });

  it('is over, of several that are alike, for the first that left, or the first that left a kind of node', () => {
    for (const by of ['read', 'download', 'download'] as const) tracker.track({ ...known('one'), by }, () => over.push(by), comesBack);
    const isKnown = (['wait', 'download', undefined, undefined, 'read'] as const).map((before) => tracker.acknowledge(known('one'), before));
    assert.deepEqual([isKnown, over], [[false, true, true, true, false], ['download', 'read', 'download']]);
  });

  it('is over when the message has had time to get anywhere, and not before', async () => {
    track('one', 'a');
    await clock.advance(2999);
    track('one', 'b');
    assert.deepEqual(over, []);
    await clock.advance(1);
    assert.deepEqual(over, ['a']);
    tracker.acknowledge(known('one'));
    assert.deepEqual([over, clock.pending], [['a', 'b'], 0]);
  });

  it('has all of its time once the turn in which it left is over, even if it is due in that turn', async () => {
    track('one', 'a');
    clock.pass(DELIVERY_MS);
    // Timers may come before what waits for the end of the turn.
    clock.runDue();
    assert.deepEqual(over, []);
    await clock.advance(DELIVERY_MS - 1);
    assert.deepEqual(over, []);
    await clock.advance(1);
    assert.deepEqual([over, clock.pending], [['a'], 0]);
  });

  it('is over for the first of two identical messages when one has arrived', () => {
    track('one', 'a');
    track('one', 'b');
    tracker.acknowledge(known('one'));
    assert.deepEqual(over, ['a']);
    tracker.acknowledge(known('one'));
    assert.deepEqual(over, ['a', 'b']);
  });

  it('is over for all messages that count as arrived, and for none once nobody watches', async () => {
    for (const name of ['a', 'b', 'c']) track(name === 'c' ? 'other' : 'one', name);
    tracker.acknowledgeAll();
    assert.deepEqual(over, ['a', 'b', 'c']);
    track('one', 'd');
    tracker.stop();
    tracker.acknowledge(known('one'));
    await clock.advance(10_000);
    assert.deepEqual([over, clock.pending], [['a', 'b', 'c'], 0]);
  });

  describe('while nodes are at work on the message', () => {
    const atWork = new Set<string>();
    const watched: string[] = [];
    let areAllStopped: boolean;

    beforeEach(() => {
      areAllStopped = false;
      atWork.clear();
      watched.length = 0;
      const watch = (id: string) => {
        watched.push(id);
        return () => void watched.splice(watched.indexOf(id), 1);
      };
      tracker = new DeliveryTracker(clock, SETTLING_MS, new FlowGate(), { ...UNKNOWN_WORK, watch, areAllStopped: () => areAllStopped, isAtWork: (id, job) => job === '7' && atWork.has(id) });
      for (const id of ['slow', 'quick']) track(id, id);
      atWork.add('slow');
    });

    it('is not over before they are done, or too much time has passed', async () => {
      await clock.advance(SETTLING_MS);
      assert.deepEqual([over, watched], [['quick'], ['slow']]);
      await clock.advance(DELIVERY_MS - SETTLING_MS - 1);
      assert.deepEqual(over, ['quick']);
      track('later', 'later');
      await clock.advance(1);
      assert.deepEqual([over, watched], [['quick', 'slow'], ['later']]);
      await clock.advance(SETTLING_MS);
      assert.deepEqual([over, watched, clock.pending], [['quick', 'slow', 'later'], [], 0]);
    });

    it('is over soon after they are done', async () => {
      await clock.advance(SETTLING_MS);
      atWork.clear();
      await clock.advance(SETTLING_MS);
      assert.deepEqual([over, clock.pending], [['quick', 'slow'], 0]);
    });

    it('is over with the end of the nodes that have a journal, as in a partial deploy: the others go on', () => {
      tracker.acknowledgeAll();
      assert.deepEqual([over, watched, clock.pending], [['slow', 'quick'], [], 0]);
    });

    it('is not over with the end of all nodes, which takes the message along', async () => {
      areAllStopped = true;
      tracker.acknowledgeAll();
      await clock.advance(10_000);
      assert.deepEqual([over, watched, clock.pending], [['quick'], [], 0]);
    });
  });

  describe('that leaves in the turn in which flows are stopped', () => {
    let flowGate: FlowGate;

    beforeEach(async () => {
      flowGate = new FlowGate();
      tracker = new DeliveryTracker(clock, DELIVERY_MS, flowGate, UNKNOWN_WORK);
      track('before', 'a');
      await new Promise((resolve) => setImmediate(resolve));
      track('one', 'b');
      track('other', 'c');
      flowGate.close();
      await new Promise((resolve) => setImmediate(resolve));
    });

    it('is not over with the end of all nodes', () => {
      tracker.acknowledge(known('one'));
      tracker.acknowledgeAll();
      assert.deepEqual(over, ['b', 'a']);
    });

    it('is over, once, when they are started again, however long that takes', async () => {
      await clock.advance(10_000);
      tracker.acknowledge(known('one'));
      assert.deepEqual([over, clock.pending], [['a', 'b'], 0]);
      flowGate.open();
      await clock.advance(10_000);
      assert.deepEqual([over, clock.pending], [['a', 'b', 'c'], 0]);
    });
  });

  it('is told of for one job, and not for another whose name begins with the name of the first, after what ends it', async () => {
    for (const job of ['field', 'field 12']) tracker.track(known('m1', job), () => over.push(job), comesBack);
    tracker.whenArrived('field', () => over.push('told'));
    await clock.advance(DELIVERY_MS);
    assert.deepEqual(over, ['field', 'told', 'field 12']);
  });

  it('leaves nothing in memory', async () => {
    const before = heapInUse();
    for (let count = 0; count < 20_000; count++) {
      tracker.track(known(`m${count}`), () => undefined, comesBack);
      tracker.acknowledge(known(`m${count}`));
    }
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(heapInUse() - before < 2_000_000);
  });

  it('is known by the job of the message and its own identifier, where it has one', () => {
    const messages = [known('m1', 'j1'), known('m2', 'j1'), known('m1', 'j2'), known(undefined, 'j1')];
    for (const [at, message] of messages.entries()) tracker.track(message, () => over.push(String(at)), comesBack);
    for (const at of [2, 1, 0]) tracker.acknowledge(messages[at]!);
    tracker.acknowledge(known({ odd: true }, 'j1'));
    assert.deepEqual(over, ['2', '1', '0', '3']);
  });
});
