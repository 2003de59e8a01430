import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { GateClosed, OriginGate, type GateVisitor } from '../../src/transport/origin-gate';
import { SimulatedClock } from '../time/simulated-clock';

describe('The gate of an origin', () => {
  let clock: SimulatedClock;
  /** Who got through, and when (seconds). */
  let passed: [name: string, second: number][];

  beforeEach(() => {
    clock = new SimulatedClock();
    passed = [];
  });

  function gate(limits: { requestsPerSecond?: number; maxConcurrent?: number } = {}): OriginGate {
    return new OriginGate({ requestsPerSecond: Infinity, maxConcurrent: Infinity, patienceMs: 120_000, clock, ...limits });
  }

  /** Goes through, stays for so long, leaves. */
  async function visit(through: OriginGate, name: string, stayMs = 0, visitor: Partial<GateVisitor> = {}): Promise<void> {
    await through.enter({ flow: '', urgent: false, again: false, patienceMs: 120_000, ...visitor });
    passed.push([name, clock.monotonic() / 1000]);
    if (stayMs > 0) await new Promise<void>((resolve) => clock.after(stayMs, resolve));
    through.leave(visitor.urgent ?? false);
  }

  it('lets through at once if nothing stands against it', () => {
    assert.equal(gate({ requestsPerSecond: 1, maxConcurrent: 1 }).enter({ flow: '', urgent: false, again: false, patienceMs: 0 }), undefined);
  });

  it('turns nobody away for a pause that is over, however little patience is left', async () => {
    const through = gate();
    through.pause(1000, 429);
    await clock.advance(1200);
    assert.equal(through.enter({ flow: '', urgent: false, again: true, patienceMs: -500 }), undefined);
  });

  it('keeps a rate under load, without drift, to within 5 %', async () => {
    const through = gate({ requestsPerSecond: 10 });
    const visits = Array.from({ length: 601 }, (_, index) => visit(through, `${index}`));
    await clock.advance(60_000);
    await Promise.all(visits);
    const last = passed.at(-1)?.[1] ?? 0;
    assert.ok(last >= 59 && last <= 60, `601 visits took ${last} s`);
  });

  it('keeps the rate even if its timers fire late', async () => {
    const late = new SimulatedClock();
    const after = late.after.bind(late);
    late.after = (ms, callback) => after(ms + 30, callback);
    clock = late;
    const through = gate({ requestsPerSecond: 10 });
    const visits = Array.from({ length: 601 }, (_, index) => visit(through, `${index}`));
    await clock.advance(61_000);
    await Promise.all(visits);
    assert.ok((passed.at(-1)?.[1] ?? Infinity) <= 60.1, `601 visits took ${passed.at(-1)?.[1]} s`);
  });

  it('lets no burst through after an idle time', async () => {
    const through = gate({ requestsPerSecond: 10 });
    await visit(through, 'early');
    await clock.advance(3_600_000);
    passed.length = 0;
    const visits = Array.from({ length: 10 }, (_, index) => visit(through, `${index}`));
    await clock.advance(0);
    assert.ok(passed.length <= 2, `${passed.length} at once`);
    await clock.advance(2000);
    await Promise.all(visits);
  });

  it('lets so many through at once, and the next when one leaves', async () => {
    const through = gate({ maxConcurrent: 2 });
    const visits = ['a', 'b', 'c'].map((name, index) => visit(through, name, 1000 * (index + 1)));
    await clock.advance(5000);
    await Promise.all(visits);
    assert.deepEqual(passed, [['a', 0], ['b', 0], ['c', 1]]);
  });

  it('serves flows in turn, so that one that floods does not starve another', async () => {
    const through = gate({ requestsPerSecond: 10 });
    const visits = Array.from({ length: 100 }, (_, index) => visit(through, `flood ${index}`, 0, { flow: 'flood' }));
    await clock.advance(250);
    visits.push(...['a', 'b', 'c'].map((name) => visit(through, name, 0, { flow: 'small' })));
    await clock.advance(60_000);
    await Promise.all(visits);
    const places = ['a', 'b', 'c'].map((name) => passed.findIndex(([other]) => other === name));
    assert.deepEqual(places, [5, 7, 9], JSON.stringify(passed.slice(0, 12)));
  });

  it('lets the urgent go first, beyond the number at once but within the rate', async () => {
    const through = gate({ requestsPerSecond: 1, maxConcurrent: 1 });
    const visits = [
      visit(through, 'holds the place', 10_000),
      visit(through, 'waits'),
      visit(through, 'urgent', 0, { urgent: true }),
    ];
    await clock.advance(30_000);
    await Promise.all(visits);
    assert.deepEqual(passed.map(([name]) => name), ['holds the place', 'urgent', 'waits']);
    assert.ok((passed[1]?.[1] ?? 0) >= 0.9);
  });

  it('gives nobody the place that the urgent did not take', async () => {
    const through = gate({ maxConcurrent: 1 });
    const visits = [visit(through, 'holds the place', 1000), visit(through, 'waits'), visit(through, 'urgent', 10, { urgent: true })];
    await clock.advance(2000);
    await Promise.all(visits);
    assert.deepEqual(passed, [['holds the place', 0], ['urgent', 0], ['waits', 1]]);
  });

  it('serves the others when one of them gives up', async () => {
    const through = gate({ requestsPerSecond: 1 });
    await visit(through, 'passes');
    const stop = new AbortController();
    const waiting = [visit(through, 'gives up', 0, { signal: stop.signal }), visit(through, 'stays')];
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(waiting[0] as Promise<void>);
    await clock.advance(2000);
    await waiting[1];
  });

  it('sets one timer for all who wait', async () => {
    const through = gate({ requestsPerSecond: 10 });
    const visits = Array.from({ length: 50 }, (_, index) => visit(through, `${index}`));
    through.pause(60_000, 429);
    visits.push(visit(through, 'late'), visit(through, 'urgent', 0, { urgent: true }));
    assert.equal(clock.pending, 1);
    await clock.advance(120_000);
    await Promise.all(visits);
    const [firstAfterPause] = passed.filter(([, second]) => second > 0);
    assert.equal(firstAfterPause?.[0], 'urgent');
    assert.ok((firstAfterPause?.[1] ?? 0) >= 60);
    assert.equal(clock.pending, 0);
  });

  it('lets somebody who comes again go ahead of its flow', async () => {
    const through = gate({ maxConcurrent: 1 });
    const visits = [visit(through, 'holds', 10), visit(through, 'first'), visit(through, 'again', 0, { again: true })];
    await clock.advance(100);
    await Promise.all(visits);
    assert.deepEqual(passed.map(([name]) => name), ['holds', 'again', 'first']);
  });

  it('keeps everybody back during a pause, and never shortens one', async () => {
    const through = gate();
    through.pause(30_000, 429);
    through.pause(5_000, 503);
    const heard: [string, number][] = [];
    const visits = [visit(through, 'a', 0, { onDelay: ({ reason, seconds }) => heard.push([reason, seconds]) }), visit(through, 'b', 0, { urgent: true })];
    await clock.advance(60_000);
    await Promise.all(visits);
    assert.deepEqual(heard, [['rate-limit', 30]]);
    assert.deepEqual(passed, [['b', 30], ['a', 30]]);
  });

  it('turns away at once anybody who would have to wait longer than they can', async () => {
    const through = gate({ requestsPerSecond: 1 });
    await visit(through, 'passes');
    const waiting = visit(through, 'waits in line');
    through.pause(500_000, 429);
    for (const turnedAway of [waiting, visit(through, 'comes later')]) {
      await assert.rejects(turnedAway, (error) => error instanceof GateClosed && error.status === 429 && error.leftMs === 500_000);
    }
    await clock.advance(400_000);
    const patient = visit(through, 'patient');
    await clock.advance(100_000);
    await patient;
    assert.deepEqual(passed.at(-1), ['patient', 500]);
  });

  it('keeps anybody who can just wait that long', async () => {
    const through = gate({ requestsPerSecond: 1 });
    await visit(through, 'passes');
    const waiting = visit(through, 'waits in line');
    through.pause(120_000, 429);
    const later = visit(through, 'comes later');
    await clock.advance(122_000);
    await Promise.all([waiting, later]);
    assert.deepEqual(passed.slice(1).map(([name, second]) => [name, Math.round(second)]), [['waits in line', 120], ['comes later', 121]]);
  });

  it('lets nobody overtake those who wait, even if the timer that wakes them is late', async () => {
    const late = new SimulatedClock();
    const after = late.after.bind(late);
    late.after = (ms, callback) => after(ms + 500, callback);
    clock = late;
    const through = gate({ requestsPerSecond: 1 });
    await visit(through, 'passes');
    const waiting = [visit(through, 'waits'), visit(through, 'urgent', 0, { urgent: true })];
    await clock.advance(1200);
    const overtaking = visit(through, 'comes later');
    await clock.advance(5000);
    await Promise.all([...waiting, overtaking]);
    assert.deepEqual(passed.map(([name]) => name), ['passes', 'urgent', 'waits', 'comes later']);
  });

  it('serves the one and the urgent one that are left, when another gives up', async () => {
    const through = gate({ requestsPerSecond: 1 });
    await visit(through, 'passes');
    const stop = new AbortController();
    const gone = visit(through, 'gone', 0, { signal: stop.signal });
    const left = [visit(through, 'waits'), visit(through, 'urgent', 0, { urgent: true })];
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(gone);
    await clock.advance(3000);
    await Promise.all(left);
    assert.deepEqual(passed.map(([name, second]) => [name, Math.round(second)]), [['passes', 0], ['urgent', 1], ['waits', 2]]);
  });

  it('lets anybody who gives up go at once, and leaves no timer behind', async () => {
    const through = gate({ requestsPerSecond: 1 });
    await visit(through, 'passes');
    const stop = new AbortController();
    const waiting = [visit(through, 'a', 0, { signal: stop.signal }), visit(through, 'b', 0, { signal: stop.signal })];
    stop.abort(new Error('no longer wanted'));
    for (const each of waiting) await assert.rejects(each, /no longer wanted/);
    assert.equal(clock.pending, 0);
  });

  it('turns everybody away when it is closed', async () => {
    const through = gate({ maxConcurrent: 1 });
    const visits = [visit(through, 'inside', 1000), visit(through, 'waits')];
    through.turnAllAway(new Error('closed'));
    await assert.rejects(visits[1] as Promise<void>, /closed/);
    await clock.advance(1000);
    await visits[0];
  });

  it('says how long the queue takes if the rate tells', async () => {
    const through = gate({ requestsPerSecond: 2 });
    const heard: [string, number][] = [];
    const visits = Array.from({ length: 4 }, (_, index) => visit(through, `${index}`, 0, { onDelay: ({ reason, seconds }) => heard.push([reason, seconds]) }));
    // It goes first, however long the queue.
    visits.push(visit(through, 'urgent', 0, { urgent: true, onDelay: ({ reason, seconds }) => heard.push([reason, seconds]) }));
    await clock.advance(5000);
    await Promise.all(visits);
    assert.deepEqual(heard, [['queue', 1], ['queue', 1.5]]);
  });

  it('puts one listener on a signal that thousands share, and lets them all go', async () => {
    const through = gate({ maxConcurrent: 1 });
    const stop = new AbortController();
    const visits = Array.from({ length: 5000 }, (_, index) => visit(through, '', 1, { flow: `flow ${index % 100}`, signal: stop.signal }));
    const settled = Promise.allSettled(visits);
    assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
    stop.abort(new Error('no longer wanted'));
    await clock.advance(1);
    const ends = await settled;
    assert.equal(ends.filter(({ status }) => status === 'rejected').length, 4999);
  });
});
