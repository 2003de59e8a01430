import type { open } from 'node:fs/promises';
import { isSystemError } from '../errors/storage-error';
import { getOrInsert } from '../maps/get-or-insert';

/** Errors of systems that cannot open or sync a folder (Windows, some network shares): nothing is synced there. */
const NOT_OFFERED = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'];

interface FolderFiles {
  open: typeof open;
}

/** The sync that is running in a folder, and the next one, which serves all who ask before it begins. */
interface FolderSyncs {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

const syncs = new WeakMap<FolderFiles, Map<string, FolderSyncs>>();

/**
 * Syncs the names in a folder to the disk: a new or renamed file is safe only then. Concurrent calls share one sync, begun after the last of them.
 */
export function syncFolder(folder: string, files: FolderFiles): Promise<void> {
  const folders = getOrInsert(syncs, files, () => new Map());
  const entry = getOrInsert(folders, folder, () => ({ running: Promise.resolve(), next: undefined }));
  if (entry.next) return entry.next;
  const begin = async (): Promise<void> => {
    entry.next = undefined;
    entry.running = sync;
    try {
      await syncNow(folder, files);
    } finally {
      if (!entry.next) folders.delete(folder);
    }
  };
  const sync = entry.running.then(begin, begin);
  entry.next = sync;
  return sync;
}

async function syncNow(folder: string, files: FolderFiles): Promise<void> {
  let handle;
  try {
    handle = await files.open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!isSystemError(error, ...NOT_OFFERED)) throw error;
  } finally {
    await handle?.close();
  }
}
