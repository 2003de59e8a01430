import assert from 'node:assert/strict';
import timers from 'node:timers/promises';
import { patiently } from '../../src/disk/patience';
import { systemError } from '../archive/faulty-files';

describe('Patience with other programs', () => {
  /** A call that fails with the given errors, and then returns its arguments. */
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

  it('ends with the last error of the system', async () => {
    const { call, left } = failing('EPERM', 'EPERM', 'EBUSY', 'EPERM');
    await assert.rejects(patiently(call, [0, 0])(), { code: 'EBUSY' });
    assert.equal(left.length, 1);
  });

  it('is not shown for errors that waiting cannot cure', async () => {
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

  it('lasts there as long as a virus scanner takes for a large file, and ends before Node-RED gives up on a node that is closing (15 s)', async () => {
    const [platform, { setTimeout: pause }, module] = [Object.getOwnPropertyDescriptor(process, 'platform')!, timers, require.resolve('../../src/disk/patience')];
    let waited = 0;
    delete require.cache[module];
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    Object.assign(timers, { setTimeout: (ms: number) => Promise.resolve((waited += ms)) });
    try {
      const onWindows = require('../../src/disk/patience') as { patiently: typeof patiently };
      await assert.rejects(onWindows.patiently(() => Promise.reject(systemError('EBUSY')))(), { code: 'EBUSY' });
    } finally {
      Object.assign(timers, { setTimeout: pause });
      Object.defineProperty(process, 'platform', platform);
      delete require.cache[module];
    }
    assert.ok(waited > 9_000 && waited < 12_000, `${waited} ms`);
  });
});
