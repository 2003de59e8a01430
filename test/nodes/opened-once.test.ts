import assert from 'node:assert/strict';
import { OpenedOnce } from '../../nodes/runtime/keeping/opened-once';

describe('What is opened when it is first needed', () => {
  it('is not lost if one that was released before fails to open after it', async () => {
    const openings: { resolve: (thing: string) => void; reject: (error: Error) => void }[] = [];
    const opened = new OpenedOnce(() => new Promise<string>((resolve, reject) => openings.push({ resolve, reject })));
    const first = opened.get();
    const givenAway = opened.take();
    const second = opened.get();
    openings[0]?.reject(new Error('no room'));
    await assert.rejects(first, /no room/);
    assert.equal(await givenAway, undefined);
    openings[1]?.resolve('second');
    assert.equal(await second, 'second');
    const third = opened.get();
    openings[2]?.resolve('third');
    assert.equal(await third, 'second');
    assert.equal(await opened.take(), 'second');
  });
});
