import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isSystemError, nothingWhere } from '../errors/storage-error';
import { parsedJson } from '../foreign/parsed-json';
import { isKnownGone } from '../processes/known-gone';
import { isProcessMark, isSameProcess, machineProcesses, processFate, type ProcessMark } from '../processes/process-mark';
import { temporaryName } from '../processes/temporary-name';
import { asideName } from './aside-name';
import type { DownloadFiles } from './download-files';
import { isMadeByUs } from './own-files';
import type { KnownFile } from './range-answer';

/** What `<name>.part.json` says of the `<name>.part` beside it. It holds no link. */
export interface PartNote extends KnownFile {
  version: 1;
  /** What is being fetched: bytes of another origin are never resumed. */
  origin: string;
  /** Who writes the part, so that no two do. */
  owner: ProcessMark & { token: string };
}

/** No process has this number. */
const NOBODY = 0;
/** A download that is alive writes far more often than this, and gives up long before. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
/** A note that cannot be read is being written right now, or was torn. */
const TORN_AFTER_MS = 10 * 1000;
/** A note has a few hundred bytes, plus the file's tag from the server. */
const LONGEST_NOTE = 256 * 1024;

/** The note of a part that this process begins to write now. */
export function noteOf(origin: string): PartNote {
  return { version: 1, origin, owner: { ...machineProcesses.own(), token: randomBytes(8).toString('hex') } };
}

/** The note of a part that nobody writes any more: anyone may resume it, even in another container or on another machine. */
export function released(note: PartNote): PartNote {
  return { ...note, owner: { ...note.owner, pid: NOBODY } };
}

/** What was there before a note. */
interface TakenNote {
  /** The note of an earlier download, if there was one. */
  earlier?: PartNote;
  /** What that note says of the file that is fetched now; empty if it was of another one. */
  known: KnownFile;
}

/**
 * Puts a note in its place, unless a download that may be alive has one there. Parts of this process are not looked for: it knows them.
 *
 * Several downloads may do this at once, and each may be killed between any two steps:
 * 1. If there is no note, ours is put there, and the part is ours.
 * 2. If there is one of a download that may be alive, the part is taken.
 * 3. Otherwise it is moved aside. Of several downloads that find it abandoned, one succeeds; the others find the part taken.
 * 4. If what was moved is a newer note, of a faster download, it is put back, and the part is taken.
 * 5. Ours is put there, with what the earlier one says of the same bytes. If the disk has no room for it, the earlier one is put back.
 * 6. The earlier one is removed.
 *
 * What was moved aside by one that is killed then is put back by the next process, see `notes-aside.ts`.
 *
 * @returns `undefined` if the part is taken
 */
export async function takeNote(path: string, note: PartNote, files: DownloadFiles, now: number): Promise<TakenNote | undefined> {
  if (await putNew(path, note, files)) return { known: {} };
  const earlier = await readNote(path, files);
  if (!earlier || (await isInUse(path, earlier, files, now))) return undefined;
  const aside = asideName(path);
  try {
    await files.rename(path, aside);
    const moved = await readNote(aside, files);
    if (moved?.owner.token !== earlier.owner.token) {
      await putBack(aside, path, files);
      return undefined;
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
  // The new note keeps what is known of the bytes: if the disk later has no room to say so again, they can still be resumed.
  const known = earlier.origin === note.origin ? { etag: earlier.etag, total: earlier.total } : {};
  const isOurs = await putNew(path, { ...note, ...known }, files).catch(async (error: unknown) => {
    // A part without a note is nobody's: it would never be resumed or removed.
    await putBack(aside, path, files).catch(() => undefined);
    throw error;
  });
  await files.unlink(aside).catch(nothingWhere('ENOENT'));
  return isOurs ? { earlier, known } : undefined;
}

/** Puts a note back that was moved aside, and never over one that has come by now: two downloads would write to one part. */
export async function putBack(aside: string, path: string, files: DownloadFiles): Promise<void> {
  try {
    await files.link(aside, path);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) {
      // A file system without hard links says so in many ways.
      const note = await readNote(aside, files);
      if (!note) return;
      await putNew(path, note, files);
    }
  }
  await files.unlink(aside);
}

/** Replaces a note of ours as a whole, so that nobody reads half of it. Others may write to the folder, too: no link of theirs is followed. */
export async function saveNote(path: string, note: PartNote, files: DownloadFiles): Promise<void> {
  const fresh = join(dirname(path), temporaryName());
  try {
    await files.writeFile(fresh, JSON.stringify(note), { flag: 'wx' });
    await files.rename(fresh, path);
  } catch (error) {
    await files.unlink(fresh).catch(() => undefined);
    throw error;
  }
}

/**
 * Puts a whole note there at once: one that a killed process left torn would keep the part from being resumed.
 *
 * @returns whether none was there
 */
async function putNew(path: string, note: PartNote, files: DownloadFiles): Promise<boolean> {
  const fresh = join(dirname(path), temporaryName());
  try {
    await files.writeFile(fresh, JSON.stringify(note), { flag: 'wx' });
    await files.link(fresh, path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    // A file system without hard links says so in many ways: if the cause is another, this fails, too.
    return await putNewWithoutLink(path, note, files);
  } finally {
    await files.unlink(fresh).catch(() => undefined);
  }
}

async function putNewWithoutLink(path: string, note: PartNote, files: DownloadFiles): Promise<boolean> {
  const handle = await files.open(path, 'wx').catch(nothingWhere('EEXIST'));
  if (!handle) return false;
  try {
    try {
      await handle.writeFile(JSON.stringify(note));
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    // Only ours is removed: if the open failed, say with too many files open, another's may be there.
    await files.unlink(path).catch(() => undefined);
    throw error;
  }
}

/** Whether there is a note of this origin at a path. */
export async function isNoteOf(origin: string, path: string, files: DownloadFiles): Promise<boolean> {
  return (await readNote(path, files))?.origin === origin;
}

/** `undefined` if it cannot be read, or no download of this user wrote it: a pipe of that name would be read for ever. */
async function readNote(path: string, files: DownloadFiles): Promise<PartNote | undefined> {
  let text: string;
  try {
    const state = await files.lstat(path);
    if (!state.isFile() || state.size > LONGEST_NOTE || !(await isMadeByUs(state.uid, path, files))) return undefined;
    text = await files.readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  const unreadable: PartNote = { version: 1, origin: '', owner: { pid: NOBODY, started: null, boot: null, space: null, machine: null, host: '', token: '' } };
  const note = parsedJson(text) as Partial<PartNote> | null | undefined;
  return note && isNote(note) ? note : unreadable;
}

function isNote(note: Partial<PartNote>): note is PartNote {
  const { version, origin, etag, total, owner } = note;
  return (
    version === 1 &&
    typeof origin === 'string' &&
    (etag === undefined || typeof etag === 'string') &&
    (total === undefined || (Number.isSafeInteger(total) && total >= 0)) &&
    isProcessMark(owner) &&
    typeof owner.token === 'string'
  );
}

async function isInUse(path: string, { origin, owner }: PartNote, files: DownloadFiles, now: number): Promise<boolean> {
  const isTorn = origin === '';
  if (!isTorn && (owner.pid === NOBODY || isSameProcess(owner, machineProcesses.own()) || isGone(owner))) return false;
  const limit = isTorn ? TORN_AFTER_MS : ABANDONED_AFTER_MS;
  const changes = await Promise.all([path, path.replace(/\.json$/, '')].map((each) => files.lstat(each).catch(() => undefined)));
  return changes.some((state) => state !== undefined && now - state.mtimeMs < limit);
}

function isGone(owner: ProcessMark): boolean {
  return isKnownGone(owner) || processFate(owner, machineProcesses) === 'gone';
}
