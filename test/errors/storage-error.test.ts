import assert from 'node:assert/strict';
import { isSystemError, storageError } from '../../src/errors/storage-error';

describe('A folder that Node.js may not write, as --permission says', () => {
  const denied = Object.assign(new Error('Access to this API has been restricted. Use --allow-fs-write to manage permissions.'), { code: 'ERR_ACCESS_DENIED' });

  it('is an error of the file system, with advice', () => {
    assert.ok(isSystemError(denied));
    const advice = 'Start it with --allow-fs-read and --allow-fs-write for that folder';
    assert.equal(
      storageError(denied, 'write the download', '/soil').message,
      `Cannot write the download at /soil: Node.js runs with --permission and does not permit it (ERR_ACCESS_DENIED). ${advice}, or choose another one.`,
    );
    assert.ok(storageError(denied, 'write the job journal', '/soil', false).message.endsWith(`${advice}.`));
  });
});
