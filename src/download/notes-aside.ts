import { join } from 'node:path';
import { isSystemError } from '../errors/storage-error';
import { getOrInsert } from '../maps/get-or-insert';
import { noteMovedTo } from './aside-name';
import type { DownloadFiles } from './download-files';
import { putNew, readNote } from './part-note';

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
    if (note === undefined) continue;
    const aside = join(folder, name);
    await putBack(aside, join(folder, note), files).catch(() => undefined);
  }
}

async function putBack(aside: string, note: string, files: DownloadFiles): Promise<void> {
  await files.link(aside, note).catch(async (error: unknown) => {
    if (isSystemError(error, 'EEXIST')) return;
    // A file system without hard links says so in many ways. Not renamed: that would take the place of a note that has come by now.
    const earlier = await readNote(aside, files);
    if (earlier) await putNew(note, earlier, files);
  });
  await files.unlink(aside);
}
