import { DEVICE_NAME } from '../disk/device-name';
import { sameOnDisk } from '../disk/same-on-disk';
import { TURNING_MARKS } from '../text/turning-marks';
import { archiveError } from './archive-error';

const MOST_NAME_LENGTH = 1024;
const MOST_PART_BYTES = 255;
const MOST_DEPTH = 32;

/** What no part of a name may contain: control characters, what Windows refuses, and marks that turn the reading direction. */
const UNSAFE_CHARACTER = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f<>:"|?*\\ufeff\\ufffd${TURNING_MARKS}]`);

/** What some archivers list first when they pack a folder: the folder itself. */
export const ZIP_ITSELF = './';

/**
 * Refuses a name that does not stay in its folder, or that some system reads as another one. Dot parts, which some archivers write (`./soil.csv`), mean
 * nothing and are left out.
 *
 * @param name with `/` between its parts; a folder's ends in `/`
 * @returns the safe name
 */
export function safeEntryName(name: string): string {
  const refuse = (reason: string): never => {
    throw archiveError(reason, name);
  };
  if (name === '') refuse('a name is empty');
  // One character may expand to eighteen.
  if (name.normalize('NFKC').length > MOST_NAME_LENGTH) refuse('a name is too long once its characters are decomposed');
  if (name.startsWith('/')) refuse('a name is an absolute path');
  if (/^[a-z]:/i.test(name)) refuse('a name begins with a drive letter');
  if (name.includes('\\')) refuse('a name holds a backslash');
  if (UNSAFE_CHARACTER.test(name)) refuse('a name holds a character that is not allowed in names');
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.length > MOST_DEPTH) refuse('a name is nested too deeply');
  for (const [index, part] of parts.entries()) {
    if (part === '') refuse('a name has an empty part');
    if (part === '.' && (index < parts.length - 1 || name.endsWith('/'))) continue;
    if (part === '..') refuse('a name leads out of its folder');
    if (/[. ]$/.test(part) || part.startsWith(' ')) refuse('a part of a name begins or ends with a space, or ends with a dot');
    if (DEVICE_NAME.test(part)) refuse('a name is reserved on Windows');
    if (Buffer.byteLength(part) > MOST_PART_BYTES) refuse('a part of a name is too long');
    const composed = part.normalize('NFKC');
    if (composed === '..' || /[/\\]/.test(composed)) refuse('a name leads out of its folder on systems that compose characters');
  }
  return name.replace(/(?<=^|\/)(\.\/)+/g, '') || ZIP_ITSELF;
}

/** Refuses names that stand for the same place: repeats, whatever their case or composition, and a file that is also a folder. */
export class NameRegister {
  /** A folder that is listed by itself ends in a slash here, so it is not taken for a file. */
  private readonly names = new Set<string>();
  private readonly folders = new Set<string>();
  /** The same folders as written, looked up first: most names share their folder with others. */
  private readonly paths = new Set<string>();

  /** @param mostFolders most folders, listed by themselves or not: a few bytes of a name can stand for thirty */
  constructor(private readonly mostFolders: number) {}

  add(name: string): void {
    const parts = name.split('/');
    for (let depth = 1; depth < parts.length; depth++) this.addFolder(parts.slice(0, depth).join('/'), name);
    const key = sameOnDisk(name);
    if (this.names.has(key)) throw archiveError('two names are the same if case and composition are ignored', name);
    if (this.folders.has(key)) throw archiveError('a name is both a file and a folder', name);
    this.names.add(key);
  }

  private addFolder(path: string, name: string): void {
    if (this.paths.has(path)) return;
    if (this.paths.size === this.mostFolders) throw archiveError(`it has more than the allowed ${this.mostFolders} folders`);
    this.paths.add(path);
    const key = sameOnDisk(path);
    if (this.names.has(key)) throw archiveError('a name is both a file and a folder', name);
    if (this.folders.has(key)) throw archiveError('two folders are the same, but for case or composition', name);
    this.folders.add(key);
  }
}
