import * as fs from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSystemError } from '../errors/storage-error';
import { patiently } from './patience';

/** `node:fs/promises`, patient with other programs. A folder does not become empty while one of them has a file in it open. */
export const systemFiles: typeof fs = {
  ...fs,
  rename: patiently(fs.rename),
  unlink: patiently(fs.unlink),
  rm: (path, options) => fs.rm(path, { ...options, maxRetries: 6 }),
  realpath: realPath as typeof fs.realpath,
};

/** Windows drives that a program provides (RAM disks, encrypted folders, mounted clouds) give no true path (EISDIR): there, it is the path itself. */
async function realPath(path: string): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    if (!isSystemError(error, 'EISDIR')) throw error;
    return resolve(path);
  }
}
