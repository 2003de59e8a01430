import assert from 'node:assert/strict';
import { abortable } from '../../src/time/abortable';
import { later } from '../jobs/scripted-service';

describe('A caller waiting for a result that others await, too,', () => {
  const never = (): void => assert.fail('left');

  it('gets it when it comes, with or without a signal', async () => {
    const { signal } = new AbortController();
    assert.deepEqual([await abortable(Promise.resolve(1), undefined, never), await abortable(Promise.resolve(2), signal, never)], [1, 2]);
    const failure = new Error('refused');
    for (const each of [undefined, signal]) await assert.rejects(abortable(Promise.reject(failure), each, never), failure);
  });

  it('leaves when its signal aborts, and the others still wait', async () => {
    const stop = new AbortController();
    const reason = new Error('closed');
    const result = later<string>();
    let left = 0;
    const stopped = abortable(result.promise, stop.signal, () => left++);
    const others = abortable(result.promise, new AbortController().signal, never);
    stop.abort(reason);
    await assert.rejects(stopped, reason);
    assert.equal(left, 1);
    result.resolve('job');
    assert.equal(await others, 'job');
  });

  it('stops listening for an abort once the result is there', async () => {
    const stop = new AbortController();
    await abortable(Promise.resolve('job'), stop.signal, never);
    stop.abort();
  });
});
