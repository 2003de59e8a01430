import * as fs from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSystemError } from '../errors/storage-error';
import { patiently } from './patience';

/** `node:fs/promises`, patient with other programs. A folder does not become empty while one of them has a file in it open. */
export const systemFiles: typeof fs = {
  ...fs,
  open: openFile,
  rename: patiently(fs.rename),
  unlink: patiently(fs.unlink),
  rm: (path, options) => fs.rm(path, { ...options, maxRetries: 6 }),
  realpath: realPath as typeof fs.realpath,
};

/**
 * With `--permission`, Node.js refuses every fsync, whatever the flags permit. The files are good without: a kill leaves what was written, and only a
 * power cut may take the last of it.
 */
async function openFile(...named: Parameters<typeof fs.open>): Promise<fs.FileHandle> {
  const handle = await fs.open(...named);
  if ('permission' in process) {
    handle.sync = unlessRefused(handle.sync.bind(handle));
    handle.datasync = unlessRefused(handle.datasync.bind(handle));
  }
  return handle;
}

function unlessRefused(sync: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await sync();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') throw error;
    }
  };
}

/** Windows drives that a program provides (RAM disks, encrypted folders, mounted clouds) give no true path (EISDIR): there, it is the path itself. */
async function realPath(path: string): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    if (!isSystemError(error, 'EISDIR')) throw error;
    return resolve(path);
  }
}
