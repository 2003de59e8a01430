import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isThere } from '../disk/is-there';
import { isSystemError } from '../errors/storage-error';
import { getOrInsert } from '../maps/get-or-insert';
import type { DownloadFiles } from './download-files';

const ASIDE = /^(.+\.part\.json)\.[0-9a-f]{12}\.old$/;

/** What a note is called while the one that takes its place is put there. Shorter than what a part's name leaves of the 255 bytes of a name. */
export function asideName(note: string): string {
  return `${note}.${randomBytes(6).toString('hex')}.old`;
}

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
    const note = ASIDE.exec(name)?.[1];
    if (note === undefined) continue;
    const aside = join(folder, name);
    await putBack(aside, join(folder, note), files).catch(() => undefined);
  }
}

async function putBack(aside: string, note: string, files: DownloadFiles): Promise<void> {
  try {
    await files.link(aside, note);
  } catch (error) {
    // A file system without hard links says so in many ways.
    if (!isSystemError(error, 'EEXIST') && !(await isThere(note, files, 'look for an earlier download'))) return files.rename(aside, note);
  }
  await files.unlink(aside);
}
