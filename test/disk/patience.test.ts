import assert from 'node:assert/strict';
import { patiently } from '../../src/disk/patience';
import { systemError } from '../archive/faulty-files';

describe('Patience with other programs', () => {
  /** A call that fails as told, and then gives its arguments back. */
  const failing = (...codes: string[]): { call: (...given: string[]) => Promise<string>; left: string[] } => {
    const left = [...codes];
    const call = (...given: string[]): Promise<string> => {
      const code = left.shift();
      return code === undefined ? Promise.resolve(given.join(' ')) : Promise.reject(systemError(code));
    };
    return { call, left };
  };

  it('tries again while a file is held', async () => {
    const { call } = failing('EPERM', 'EBUSY', 'EACCES');
    assert.equal(await patiently(call, [0, 0, 0])('from', 'to'), 'from to');
  });

  it('ends with what the system says at last', async () => {
    const { call, left } = failing('EPERM', 'EPERM', 'EBUSY', 'EPERM');
    await assert.rejects(patiently(call, [0, 0])(), { code: 'EBUSY' });
    assert.equal(left.length, 1);
  });

  it('has none with what no waiting helps against', async () => {
    const { call, left } = failing('ENOENT', 'ENOENT');
    await assert.rejects(patiently(call, [0, 0])(), { code: 'ENOENT' });
    assert.equal(left.length, 1);
  });

  it('is only for Windows', async () => {
    const { call, left } = failing('EPERM', 'EPERM');
    if (process.platform === 'win32') assert.equal(await patiently(call)('x'), 'x');
    else await assert.rejects(patiently(call)('x'), { code: 'EPERM' });
    assert.equal(left.length, process.platform === 'win32' ? 0 : 1);
  });
});
