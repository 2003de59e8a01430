import { SoilError } from './soil-error';

/** What a person can do about an error of the file system, by its code (errno(3)). */
const remedies: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full: free some space or choose another folder, then send the message again'],
  ['EDQUOT', 'the disk quota is used up: free some space or choose another folder, then send the message again'],
  ['EFBIG', 'the file is larger than this file system or this process may write: choose another folder'],
  ['EROFS', 'the file system is read-only: choose another folder, or mount it for writing'],
  ['EACCES', 'Node-RED may not write there: give its user the right to, or choose another folder'],
  ['EPERM', 'the system does not permit it: check who owns the folder, or choose another one'],
  ['EMFILE', 'this process has too many files open: send fewer messages at once, or raise the limit (ulimit -n)'],
  ['ENFILE', 'the machine has too many files open: raise its limit (fs.file-max)'],
  ['ENAMETOOLONG', 'the name is too long: shorten the file name or the folder'],
  ['ENOTDIR', 'a part of the path is a file where a folder is expected: choose another folder'],
  ['EISDIR', 'there is a folder of that name: choose another file name'],
  ['EEXIST', 'there is already something of that name: choose another file name'],
  ['ENOTEMPTY', 'there is already a folder of that name: choose another name, or remove it'],
  ['ENOENT', 'the file or folder is not there (any more): check the path'],
  ['EXDEV', 'the folder spans two file systems: choose a folder on a single one'],
  ['ELOOP', 'symbolic links lead in a circle, or to a place that is not followed: choose another folder'],
  ['EBUSY', 'another program holds the file: close it, then send the message again'],
  ['EIO', 'the disk reported an error: check its health before anything else is written to it'],
  ['ESTALE', 'the network share was lost: mount it again, then send the message again']
]);

/** Whether a thrown value is an error of the operating system with one of the given codes (any code where none is given). */
export function isSystemError(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException & { code: string } {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return error instanceof Error && typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) && (codes.length === 0 || codes.includes(code));
}

/**
 * An error of the file system as `SOIL_STORAGE`, saying what to do about it.
 *
 * @param action what was being done, as in "write the download"
 * @param path the file or folder that it was done to
 */
export function storageError(error: unknown, action: string, path: string): SoilError {
  if (error instanceof SoilError) return error;
  const code = isSystemError(error) ? error.code : undefined;
  const remedy = (code && remedies.get(code)) ?? 'see the detail, and check the folder and the disk';
  const detail = code ?? (error instanceof Error ? error.message : String(error));
  return new SoilError('SOIL_STORAGE', `Cannot ${action} at ${path}: ${remedy} (${detail})`, { detail: detail.slice(0, 500) });
}
