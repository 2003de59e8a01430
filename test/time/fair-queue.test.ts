import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FairQueue } from '../../src/time/fair-queue';

describe('A fair queue', () => {
  it('serves first come, first served within a key', () => {
    const queue = new FairQueue<number>();
    for (const item of [1, 2, 3]) queue.add('a', item);
    assert.deepEqual(drain(queue), [1, 2, 3]);
  });

  it('serves its keys in turn, however many wait under one', () => {
    const queue = new FairQueue<string>();
    for (let item = 1; item <= 5; item++) queue.add('flood', `flood ${item}`);
    queue.add('b', 'b 1');
    queue.add('c', 'c 1');
    queue.add('b', 'b 2');
    assert.deepEqual(drain(queue), ['flood 1', 'b 1', 'c 1', 'flood 2', 'b 2', 'flood 3', 'flood 4', 'flood 5']);
  });

  it('lets those who come again in ahead of the others of their key, in the order in which they came again', () => {
    const queue = new FairQueue<number>();
    queue.add('a', 2);
    queue.add('a', 0, true);
    queue.add('a', 1, true);
    queue.add('b', 10, true);
    assert.deepEqual(drain(queue), [0, 10, 1, 2]);
  });

  it('lets anybody leave, and knows keys like any other text', () => {
    const queue = new FairQueue<number>();
    const [first, middle, last] = [1, 2, 3].map((item) => queue.add('__proto__', item));
    assert.ok(first && middle && last);
    queue.remove(middle);
    queue.remove(middle);
    assert.equal(queue.size, 2);
    queue.remove(last);
    queue.remove(first);
    assert.equal(queue.size, 0);
    assert.equal(queue.take(), undefined);
    queue.add('__proto__', 4);
    assert.deepEqual(drain(queue), [4]);
  });

  it('keeps an entry that came again when the one after it leaves', () => {
    const queue = new FairQueue<number>();
    const first = queue.add('a', 1);
    queue.add('a', 0, true);
    queue.add('a', 2);
    queue.remove(first);
    assert.deepEqual(drain(queue), [0, 2]);
  });

  it('agrees with a plain model under any mix of steps', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ step: fc.constant('add' as const), key: fc.constantFrom('a', 'b', 'c'), again: fc.boolean() }),
        fc.record({ step: fc.constant('take' as const) }),
        fc.record({ step: fc.constant('leave' as const), which: fc.nat(50) }),
      ),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(steps, (sequence) => {
        const queue = new FairQueue<number>();
        const entries: ReturnType<typeof queue.add>[] = [];
        let model: { key: string; again: number[]; others: number[] }[] = [];
        sequence.forEach((each, item) => {
          if (each.step === 'add') {
            entries.push(queue.add(each.key, item, each.again));
            let line = model.find(({ key }) => key === each.key);
            if (!line) model.push((line = { key: each.key, again: [], others: [] }));
            (each.again ? line.again : line.others).push(item);
          } else if (each.step === 'take') {
            const line = model.shift();
            assert.equal(queue.take(), line?.again.shift() ?? line?.others.shift());
            if (line) model.push(line);
          } else {
            const entry = entries[each.which];
            if (!entry) return;
            queue.remove(entry);
            for (const line of model) {
              line.again = line.again.filter((other) => other !== entry.item);
              line.others = line.others.filter((other) => other !== entry.item);
            }
          }
          model = model.filter(({ again, others }) => again.length + others.length > 0);
          assert.equal(queue.size, model.reduce((sum, { again, others }) => sum + again.length + others.length, 0));
        });
      }),
    );
  });
});

function drain<T>(queue: FairQueue<T>): T[] {
  const items: T[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
}
