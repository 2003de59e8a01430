import assert from 'node:assert/strict';
import { PollLanes } from '../../../src/jobs/polls/poll-lanes';

describe('The lanes of polls', () => {
  let begun: number[];
  let ends: (() => void)[];
  let lanes: PollLanes<number>;
  beforeEach(() => {
    begun = [];
    ends = [];
    lanes = new PollLanes((entry) => (begun.push(entry), new Promise((resolve) => ends.push(resolve))));
  });
  const add = (service: string, from: number, to: number): void => {
    for (let entry = from; entry < to; entry++) lanes.add(service, entry);
  };
  const end = async (count: number): Promise<void> => {
    for (const each of ends.splice(0, count)) each();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

  it('let 64 of a service run at once, first come, first served', async () => {
    add('a', 0, 70);
    assert.deepEqual(begun, numbers(0, 64));
    await end(1);
    assert.deepEqual(begun, numbers(0, 65));
    await end(3);
    assert.deepEqual(begun, numbers(0, 68));
    await end(68);
    await end(68);
    assert.deepEqual(begun, numbers(0, 70));
    add('a', 70, 140);
    assert.deepEqual(begun, numbers(0, 134), 'and begin anew');
  });

  it('go on counting while one is still under way', async () => {
    add('a', 0, 64);
    await end(63);
    add('a', 64, 130);
    assert.equal(begun.length, 64 + 63);
  });

  it('let no service wait for another', () => {
    add('a', 0, 70);
    add('b', 100, 101);
    assert.equal(begun.at(-1), 100);
  });

  it('forget who waits, on demand', async () => {
    add('a', 0, 70);
    lanes.clear();
    await end(64);
    assert.deepEqual(begun, numbers(0, 64));
  });
});
