import { join } from 'node:path';
import { getOrInsert } from '../maps/get-or-insert';
import { noteMovedTo } from './aside-name';
import type { DownloadFiles } from './download-files';
import { putBack } from './part-note';

const looks = new WeakMap<DownloadFiles, Map<string, Promise<void>>>();

/**
 * Puts back the notes of a folder that a process had moved aside when it was killed, and removes those that have a successor: a part without its note
 * would never be resumed or removed. Safe if the process is alive after all: that then finds the part taken. Looks at each folder once in the life of this
 * process, before that moves any aside there, and never fails.
 */
export function putNotesBack(folder: string, files: DownloadFiles): Promise<void> {
  const folders = getOrInsert(looks, files, () => new Map());
  return getOrInsert(folders, folder, () => putBackNow(folder, files).catch(() => undefined));
}

async function putBackNow(folder: string, files: DownloadFiles): Promise<void> {
  for await (const { name } of await files.opendir(folder, { bufferSize: 1000 })) {
    const note = noteMovedTo(name);
    if (note !== undefined) await putBack(join(folder, name), join(folder, note), files).catch(() => undefined);
  }
}
