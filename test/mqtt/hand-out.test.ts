import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, Script } from 'node:vm';
import { root } from '../runtime/node-red-under-test';

interface FunctionNode {
  name?: string;
  func: string;
  initialize: string;
}

const JOB = JSON.stringify({ field: 'north', soil: { query: { geometry: 'POINT (5 52)' }, job: { id: '1' } } });

interface Told {
  topic: string;
  payload?: string;
}

/** The function node "hand out" of the example *mqtt dispatcher* as it is shipped, at times that a test sets. */
class HandOut {
  /** The time of the machine's clock, ms. */
  wall = 1_000_000;
  private readonly sandbox;
  private readonly script: Script;

  constructor() {
    const flow = JSON.parse(readFileSync(path.join(root, 'examples', 'mqtt dispatcher.json'), 'utf8')) as FunctionNode[];
    const { func, initialize } = flow.find(({ name }) => name === 'hand out') as FunctionNode;
    const seconds: Record<string, number> = { LISTEN_SECONDS: 8, OFFER_SECONDS: 5, SILENT_SECONDS: 30 };
    const store = new Map<string, unknown>();
    const context = { get: (key: string) => store.get(key), set: (key: string, value: unknown) => store.set(key, value) };
    const env = { get: (name: string) => seconds[name] };
    this.sandbox = createContext({ context, flow: context, env, node: { status: () => undefined }, Date: { now: () => this.wall }, msg: {} as Told });
    this.script = new Script(`(() => {${func}\n})()`);
    new Script(initialize).runInContext(this.sandbox);
  }

  /** The number of jobs offered. */
  tell(msg: Told): number {
    (this.sandbox as { msg: Told }).msg = msg;
    const sent = this.script.runInContext(this.sandbox) as [unknown[]] | null;
    return sent?.[0].length ?? 0;
  }

  worker(holds: string[], name = 'first', more: { places?: number; settling?: boolean } = {}): void {
    this.tell({ topic: 'soil/workers/state', payload: JSON.stringify({ name, places: 3, holds, settling: false, ...more }) });
  }

  /** Advances the time, triggering every second of it. Returns how many jobs are offered meanwhile. */
  after(seconds: number): number {
    let offered = 0;
    for (let second = 0; second < seconds; second++) {
      this.wall += 1000;
      offered += this.tell({ topic: 'tick' });
    }
    return offered;
  }
}

describe('The dispatcher, when it hands out jobs', () => {
  let handOut: HandOut;
  beforeEach(() => {
    handOut = new HandOut();
    handOut.tell({ topic: 'soil/jobs/north/1', payload: JOB });
    handOut.worker([]);
  });

  /** Advances the time, with a worker that holds nothing and says so. Returns how many jobs are offered meanwhile. */
  function heardFrom(name: string, seconds: number): number {
    let offered = 0;
    for (let second = 0; second < seconds; second++) {
      if (second % 5 === 0) handOut.worker([], name);
      offered += handOut.after(1);
    }
    return offered;
  }

  it('offers nothing until it has heard which worker holds what, then what none holds', () => {
    assert.equal(handOut.after(7), 0);
    assert.equal(handOut.after(2), 1);
    assert.equal(handOut.after(1), 0);
  });

  it('offers a job that comes later within a second', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    handOut.tell({ topic: 'soil/jobs/north/2', payload: JOB.replace('"1"', '"2"') });
    assert.equal(handOut.after(1), 1);
  });

  it('does not offer a job that its worker has just released: it is done, and word of that comes a moment later', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    handOut.after(20);
    handOut.worker([]);
    assert.equal(handOut.after(1), 0);
    handOut.tell({ topic: 'soil/jobs/north/1', payload: '' });
    assert.equal(handOut.after(10), 0);
  });

  it('offers no more than the workers have places for until they say what they took, even if a job comes again from the broker', () => {
    const retained = Array.from({ length: 5 }, (_, at) => ({ topic: `soil/jobs/field-${at}/1`, payload: JSON.stringify({ ...(JSON.parse(JOB) as object), field: `field-${at}` }) }));
    for (const job of retained) handOut.tell(job);
    let offered = 0;
    while (offered === 0) offered = heardFrom('first', 1);
    assert.equal(offered, 3);
    for (const job of [{ topic: 'soil/jobs/north/1', payload: JOB }, ...retained]) handOut.tell(job);
    assert.equal(handOut.after(4), 0);
  });

  it('does not count a worker that holds more than it has places for against the places of others', () => {
    handOut.worker(['a/1', 'b/1', 'c/1', 'd/1'], 'full', { places: 1 });
    assert.equal(handOut.after(9), 1);
  });

  it('does not offer what a worker held that has just come back, until it knows what it holds', () => {
    handOut.worker(['north/1'], 'back');
    heardFrom('first', 9);
    for (let round = 0; round < 3; round++) {
      handOut.worker([], 'back', { places: 0, settling: true });
      assert.equal(heardFrom('first', 5), 0);
    }
    handOut.worker([], 'back');
    assert.equal(heardFrom('first', 9), 1);
  });

  it('offers a job again that its worker has released unfinished', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    handOut.after(20);
    handOut.worker([]);
    assert.equal(handOut.after(6), 1);
  });

  it('offers the jobs of a worker that is gone at once if another has places', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    handOut.worker([], 'second');
    handOut.tell({ topic: 'soil/workers/gone', payload: 'first' });
    assert.equal(handOut.after(1), 1);
  });

  it('offers jobs again once the worker that holds them has been silent for a long time, while another is heard', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    assert.equal(heardFrom('second', 29), 0);
    assert.equal(heardFrom('second', 3), 1);
  });

  it('after a time in which it heard no worker, as after a failure of the broker, waits for each to come back before it offers what that one holds', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    handOut.worker([], 'second');
    handOut.after(600);
    assert.equal(heardFrom('second', 25), 0);
    handOut.worker(['north/1']);
    assert.equal(heardFrom('second', 25), 0);
    assert.equal(heardFrom('second', 10), 1);
  });

  it('if there was no worker for long, listens to who holds what before it offers anything', () => {
    handOut.tell({ topic: 'soil/workers/gone', payload: 'first' });
    handOut.after(60);
    handOut.worker([], 'second');
    assert.equal(handOut.after(4), 0);
    handOut.worker(['north/1']);
    assert.equal(handOut.after(20), 0);
  });

  it('goes on if the clock was set back', () => {
    handOut.wall -= 3_600_000;
    assert.equal(handOut.after(9), 1);
  });

  it('does not offer what a worker holds if the clock was set forward, or this process stood still', () => {
    handOut.after(9);
    handOut.worker(['north/1']);
    handOut.after(6);
    handOut.wall += 600_000;
    assert.equal(handOut.after(1), 0);
    handOut.worker([], 'second');
    assert.equal(handOut.after(1), 0);
  });

  it('never offers what is not a job, or not that of its topic, however much of it there is: the jobs get all places', () => {
    for (const [index, payload] of ['no JSON', 'null', '{}', '[1]', '{"field":"north","soil":null}', JOB].entries()) {
      assert.throws(() => handOut.tell({ topic: `soil/jobs/bad${index}/1`, payload }), new RegExp(`soil/jobs/bad${index}/1 is not the job`));
    }
    assert.equal(handOut.after(9), 1);
  });

  it('goes on after a message that is not the state of a worker', () => {
    for (const state of ['no JSON', 'null', '{}', '{"name":"first"}', '{"name":"first","places":null,"holds":[]}', '{"name":"x","places":"many","holds":"north"}']) {
      assert.throws(() => handOut.tell({ topic: 'soil/workers/state', payload: state }), /PLACES/);
    }
    assert.equal(handOut.after(9), 1);
  });
});
