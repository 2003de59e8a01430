import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { onAbort } from '../../src/time/abort-watch';
import { collectGarbage } from '../memory/collect-garbage';

describe('Whoever watches for an abort', () => {
  it('is told once, and shares one listener with all others', () => {
    const stop = new AbortController();
    const told: number[] = [];
    for (const number of [1, 2, 3]) onAbort(stop.signal, () => told.push(number));
    assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
    stop.abort();
    stop.abort();
    assert.deepEqual(told, [1, 2, 3]);
  });

  it('is not told any more where that was called off', () => {
    const stop = new AbortController();
    const told: number[] = [];
    const [callOff] = [1, 2].map((number) => onAbort(stop.signal, () => told.push(number)));
    callOff?.();
    stop.abort();
    assert.deepEqual(told, [2]);
  });

  it('is not told where one who was told before calls that off', () => {
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

  it('is held by nobody once it was told', () => {
    const stop = new AbortController();
    onAbort(stop.signal, () => undefined);
    stop.abort();
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  });

  it('is collected with the young once that was called off, whatever came and went since the whole heap was collected', async () => {
    const { signal } = new AbortController();
    let before = 0;
    let gone = 0;
    const comeAndGo = async (): Promise<void> => {
      while (gone < 6000) {
        const payload = new Array<number>(1000).fill(1);
        const callOff = onAbort(signal, () => assert.fail(String(payload)));
        await new Promise((resolve) => setTimeout(resolve, 0));
        callOff();
        gone++;
        if (gone % 200 === 0) collectGarbage(gone === 1000 ? undefined : { type: 'minor' });
        if (gone === 1000) before = process.memoryUsage().heapUsed;
      }
    };
    await Promise.all(Array.from({ length: 10 }, comeAndGo));
    const kilobytes = (process.memoryUsage().heapUsed - before) / 1000;
    assert.ok(kilobytes < 1500, `${kilobytes} kB of the 40,000 that passed are held`);
  });

  it('may have no signal at all', () => {
    onAbort(undefined, () => assert.fail())();
  });
});
