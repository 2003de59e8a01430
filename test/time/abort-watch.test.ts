import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { onAbort } from '../../src/time/abort-watch';

describe('A watcher for an abort', () => {
  it('is called once, and shares one listener with all others', () => {
    const stop = new AbortController();
    const told: number[] = [];
    for (const number of [1, 2, 3]) onAbort(stop.signal, () => told.push(number));
    assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
    stop.abort();
    stop.abort();
    assert.deepEqual(told, [1, 2, 3]);
  });

  it('is no longer called once it is removed', () => {
    const stop = new AbortController();
    const told: number[] = [];
    const [callOff] = [1, 2].map((number) => onAbort(stop.signal, () => told.push(number)));
    callOff?.();
    stop.abort();
    assert.deepEqual(told, [2]);
  });

  it('is not called if one called before it removes it', () => {
    const stop = new AbortController();
    const told: number[] = [];
    const callOffs: (() => void)[] = [];
    for (const number of [1, 2, 3]) {
      const tell = (): void => {
        told.push(number);
        for (const callOff of callOffs) callOff();
      };
      callOffs.push(onAbort(stop.signal, tell));
    }
    stop.abort();
    assert.equal(told.length, 1);
  });

  it('is held by nobody once it was called', () => {
    const stop = new AbortController();
    onAbort(stop.signal, () => undefined);
    stop.abort();
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  });

  it('may be given no signal at all', () => {
    onAbort(undefined, () => assert.fail())();
  });
});
