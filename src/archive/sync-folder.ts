import type { open } from 'node:fs/promises';
import { isSystemError } from '../errors/storage-error';

/** What systems say that cannot open or sync a folder (Windows, some network shares): they do without. */
const notOffered = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'];

/** Brings the names in a folder to the disk: a new or renamed file is safe only then. */
export async function syncFolder(folder: string, files: { open: typeof open }): Promise<void> {
  let handle;
  try {
    handle = await files.open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!isSystemError(error, ...notOffered)) throw error;
  } finally {
    await handle?.close();
  }
}
