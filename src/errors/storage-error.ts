import { reasonOf } from './reason-of';
import { SoilError } from './soil-error';

/** What an error of the file system means and what a person can do about it, by its code (errno(3)); `unchosen`: if no setting chooses the place. */
const SAYINGS: ReadonlyMap<string, readonly [what: string, advice: string, unchosen?: string]> = new Map<string, [string, string, string?]>([
  ['ENOSPC', ['the disk is full', 'Free some space or choose another folder, then try again.', 'Free some space, then try again.']],
  ['EDQUOT', ['the disk quota is used up', 'Free some space or choose another folder, then try again.', 'Free some space, then try again.']],
  ['EFBIG', ['the file is larger than this file system or this process may write', 'Choose another folder.', 'Raise the limit.']],
  ['EROFS', ['the file system is read-only', 'Mount it for writing or choose another folder.', 'Mount it for writing.']],
  [
    'EACCES',
    [
      'the user that Node-RED runs as lacks the permission',
      'Give that user read and write permission there, or choose another folder.',
      'Give that user read and write permission there.',
    ],
  ],
  [
    'EPERM',
    [
      'the system does not permit it',
      'Check who owns the folder, and close any program that has a file in it open (Windows), or choose another one.',
      'Check who owns the folder, and close any program that has a file in it open (Windows).',
    ],
  ],
  [
    'ERR_ACCESS_DENIED',
    [
      'Node.js runs with --permission and does not permit it',
      'Start it with --allow-fs-read and --allow-fs-write for that folder, or choose another one.',
      'Start it with --allow-fs-read and --allow-fs-write for that folder.',
    ],
  ],
  ['EMFILE', ['this process has too many files open', 'Send fewer messages at once, or raise the limit (ulimit -n).']],
  ['ENFILE', ['this machine has too many files open', 'Raise its limit (fs.file-max).']],
  ['ENAMETOOLONG', ['the name is too long', 'Shorten the file name or the folder.']],
  ['ENOTDIR', ['a part of the path is a file where a folder is expected', 'Choose another folder.', 'Move that file away.']],
  ['EISDIR', ['there is a folder of that name', 'Choose another file name.']],
  ['EEXIST', ['there is already something of that name', 'Choose another name.']],
  ['ENOTEMPTY', ['there is already a folder of that name', 'Choose another name, or remove the folder.']],
  ['ENOENT', ['the file or folder is not there', 'Check the path.']],
  ['EXDEV', ['the folder spans two file systems', 'Choose a folder on a single one.']],
  ['ELOOP', ['symbolic links lead in a circle, or to a place that is not followed', 'Choose another folder.', 'Check the links.']],
  ['EBUSY', ['another program holds the file', 'Close it, then try again.']],
  ['EIO', ['the disk reported an error', 'Check its health before anything else is written to it.']],
  ['ESTALE', ['the network share was lost', 'Mount it again, then try again.']],
  ['ENOTCONN', ['the network share was lost', 'Mount it again, then try again.']],
  ['EHOSTDOWN', ['the network share was lost', 'Mount it again, then try again.']],
]);

/** As in `ENOENT`; the last is from Node.js, in place of the system. */
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|ERR_ACCESS_DENIED)$/;

/** Whether a thrown value is an error of the operating system with one of the given codes (any code if none is given). */
export function isSystemError(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException & { code: string } {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return error instanceof Error && typeof code === 'string' && SYSTEM_CODE.test(code) && (codes.length === 0 || codes.includes(code));
}

/** Gives a handler for expected errors: it turns a system error with one of the given codes into nothing, and throws any other. */
export function nothingWhere(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!isSystemError(error, ...codes)) throw error;
  };
}

/**
 * An error of the file system as `SOIL_STORAGE`, saying what to do about it.
 *
 * @param action what was being done, as in "write the download"
 * @param path the file or folder that it was done to
 * @param chosen whether a setting chooses the place: if not, another folder is not advised
 */
export function storageError(error: unknown, action: string, path: string, chosen = true): SoilError {
  if (error instanceof SoilError) return error;
  const code = isSystemError(error) ? error.code : undefined;
  const detail = (code ?? reasonOf(error)).slice(0, 500);
  const [what, advice, unchosen = advice] = (code === undefined ? undefined : SAYINGS.get(code)) ?? ['it failed', 'Check the path and the disk.'];
  return new SoilError('SOIL_STORAGE', `Cannot ${action} at ${path}: ${what} (${detail}). ${chosen ? advice : unchosen}`, { detail });
}
