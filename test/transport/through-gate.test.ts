import assert from 'node:assert/strict';
import { throughGate } from '../../src/transport/through-gate';
import type { Delay } from '../../src/transport/http-exchange';
import { OriginGate } from '../../src/transport/origin-gate';
import { SimulatedClock } from '../time/simulated-clock';

describe('The turn of a download', () => {
  let gate: OriginGate;
  beforeEach(() => (gate = new OriginGate({ requestsPerSecond: Infinity, maxConcurrent: 1, patienceMs: Infinity, clock: new SimulatedClock() })));
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  /** A download that goes on until it is told to end. */
  function download(): { work: () => Promise<string>; begun: () => boolean; end: (error?: Error) => void } {
    let begun = false;
    let end!: (error?: Error) => void;
    const done = new Promise<string>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve('file'))));
    return { work: () => ((begun = true), done), begun: () => begun, end };
  }

  it('comes at once where nobody downloads, and gives what the download gives', async () => {
    const delays: Delay[] = [];
    assert.equal(await throughGate(gate, { onDelay: (delay) => delays.push(delay) }, () => Promise.resolve('file')), 'file');
    assert.deepEqual(delays, []);
  });

  it('comes when the one before has ended, well or not, and whoever waits is told', async () => {
    const [one, two, three] = [download(), download(), download()];
    const delays: Delay[] = [];
    const visitor = { onDelay: (delay: Delay): void => void delays.push(delay) };
    const all = [throughGate(gate, {}, one.work), throughGate(gate, visitor, two.work), throughGate(gate, {}, three.work)];
    await settle();
    assert.deepEqual([one.begun(), two.begun(), three.begun()], [true, false, false]);
    assert.deepEqual(delays, [{ reason: 'queue', seconds: 0 }]);
    one.end(new Error('broken'));
    await assert.rejects(all[0] as Promise<string>, /broken/);
    await settle();
    assert.deepEqual([two.begun(), three.begun()], [true, false]);
    two.end();
    assert.equal(await all[1], 'file');
    await settle();
    assert.ok(three.begun());
    three.end();
    await all[2];
  });

  it('comes to each flow after the other', async () => {
    const [running, first, second, other] = [download(), download(), download(), download()];
    const all = [
      throughGate(gate, {}, running.work),
      throughGate(gate, { flow: 'a' }, first.work),
      throughGate(gate, { flow: 'a' }, second.work),
      throughGate(gate, { flow: 'b' }, other.work),
    ];
    for (const each of [running, first]) {
      each.end();
      await settle();
    }
    assert.deepEqual([first.begun(), second.begun(), other.begun()], [true, false, true]);
    other.end();
    second.end();
    await Promise.all(all);
  });

  it('never comes for one that is stopped before, or while it waits, and goes to the next', async () => {
    const stop = new AbortController();
    const [running, stopped, next] = [download(), download(), download()];
    const first = throughGate(gate, {}, running.work);
    const waiting = throughGate(gate, { signal: stop.signal }, stopped.work);
    const last = throughGate(gate, {}, next.work);
    stop.abort(new Error('stopped'));
    await assert.rejects(waiting, /stopped/);
    running.end();
    next.end();
    await Promise.all([first, last]);
    await assert.rejects(throughGate(gate, { signal: stop.signal }, stopped.work), /stopped/);
    assert.equal(stopped.begun(), false);
  });
});
