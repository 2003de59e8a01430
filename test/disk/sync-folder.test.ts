import assert from 'node:assert/strict';
import { syncFolder } from '../../src/disk/sync-folder';

/** A file system whose syncs end when the test says so. */
function slowFiles(): { open: never; ends: ((error?: Error) => void)[] } {
  const ends: ((error?: Error) => void)[] = [];
  const sync = (): Promise<void> => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  return { open: (() => Promise.resolve({ sync, close: () => Promise.resolve() })) as never, ends };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('The sync of a folder', () => {
  it('is shared by those who ask before it begins, and by nobody who asks later', async () => {
    const files = slowFiles();
    const first = syncFolder('/folder', files);
    await turn();
    const later = [syncFolder('/folder', files), syncFolder('/folder', files), syncFolder('/folder', files)];
    await turn();
    assert.equal(files.ends.length, 1, 'the second begins when the first has ended');
    files.ends[0]?.();
    await first;
    await turn();
    assert.equal(files.ends.length, 2, 'three share the second');
    const last = syncFolder('/folder', files);
    await turn();
    assert.equal(files.ends.length, 2, 'one runs at a time');
    files.ends[1]?.();
    await Promise.all(later);
    await turn();
    files.ends[2]?.();
    await last;
    const afterwards = syncFolder('/folder', files);
    await turn();
    assert.equal(files.ends.length, 4);
    files.ends[3]?.();
    await afterwards;
  });

  it('fails for all who share it, and for none of the next callers', async () => {
    const files = slowFiles();
    const shared = [syncFolder('/folder', files), syncFolder('/folder', files)];
    await turn();
    const next = syncFolder('/folder', files);
    files.ends[0]?.(Object.assign(new Error('no'), { code: 'EIO' }));
    for (const one of shared) await assert.rejects(one, { code: 'EIO' });
    await turn();
    files.ends[1]?.();
    await next;
  });

  it('is skipped if the system cannot sync folders', async () => {
    for (const code of ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']) {
      const refuse = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
      let closed = false;
      const close = (): Promise<void> => Promise.resolve(void (closed = true));
      await syncFolder('/folder', { open: refuse });
      await syncFolder('/folder', { open: (() => Promise.resolve({ sync: refuse, close })) as never });
      assert.ok(closed, code);
    }
  });

  it('of one folder does not wait for another', async () => {
    const files = slowFiles();
    const both = [syncFolder('/one', files), syncFolder('/other', files)];
    await turn();
    assert.equal(files.ends.length, 2);
    for (const end of files.ends) end();
    await Promise.all(both);
  });
});
