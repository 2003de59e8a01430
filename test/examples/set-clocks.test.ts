import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, Script } from 'node:vm';
import { evaluatedOn } from './jsonata';

interface FlowNode {
  name?: string;
  func: string;
  initialize: string;
  property: string;
}

function node(file: string, name: string): FlowNode {
  const flow = JSON.parse(readFileSync(path.resolve(__dirname, '../../examples', `${file}.json`), 'utf8')) as FlowNode[];
  const found = flow.find((one) => one.name === name);
  assert.ok(found);
  return found;
}

const HOUR = 3_600_000;

describe('An example on a machine whose clock is set back by an hour', () => {
  it('mqtt worker: takes jobs once it has settled', () => {
    const { func, initialize } = node('mqtt worker', 'places');
    let wall = 10 * HOUR;
    const store = new Map<string, unknown>();
    const context = { get: (key: string) => store.get(key), set: (key: string, value: unknown) => store.set(key, value) };
    const settings: Record<string, unknown> = { SOIL_WORKER: 'first', PLACES: 20, SETTLE_SECONDS: 8 };
    const timers: { callback: () => void; ms: number }[] = [];
    const sandbox = createContext({
      ...{ context, env: { get: (name: string) => settings[name] }, node: { status: () => undefined }, msg: { event: 'heartbeat' } },
      ...{ Date: { now: () => wall }, setTimeout: (callback: () => void, ms: number) => timers.push({ callback, ms }) },
    });
    const places = (): number => {
      const [, state] = new Script(`(() => {${func}\n})()`).runInContext(sandbox) as [unknown, { payload: string }];
      return (JSON.parse(state.payload) as { places: number }).places;
    };
    new Script(initialize).runInContext(sandbox);
    wall -= HOUR;
    assert.equal(places(), 0);
    wall += 8_000;
    for (const { callback, ms } of timers) if (ms <= 8_000) callback();
    assert.equal(places(), 20);
  });

  it('soil beside sensors: asks again for a place without an answer', async () => {
    const { property } = node('soil beside sensors', 'to be asked for?');
    const asked = async (age: number): Promise<unknown> => evaluatedOn(property, { asked: Date.now() - age });
    assert.deepEqual([await asked(60_000), await asked(HOUR), await asked(-HOUR)], [false, true, true]);
  });
});
