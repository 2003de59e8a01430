import { writeNewFile } from '../../disk/write-new-file';
import { nothingWhere } from '../../errors/storage-error';
import { counted } from '../../text/counted';
import type { FileSystem } from './file-system';
import { readJournal } from './journal-file';
import { checksum } from './journal-line';

interface LoadingParts {
  fileSystem: FileSystem;
  log: (line: string) => void;
}

/**
 * Reads the journal that an earlier life left, if there is one, and says in the log what is wrong with it.
 *
 * @returns its length, and whether it can be appended to as it is
 * @throws SoilError `SOIL_STORAGE` if a later version of this package wrote it; a system error if it cannot be read
 */
export async function loadJournal<Change>(path: string, apply: (change: Change) => void, parts: LoadingParts): Promise<{ bytes: number; isWhole: boolean }> {
  const found = await parts.fileSystem.read(path).catch(nothingWhere('ENOENT'));
  if (!found) return { bytes: 0, isWhole: false };
  // No journal is ever left empty: the disk was full, or something else changed the file.
  if (found.length === 0) parts.log('The job journal was empty: what waited for jobs and files before is no longer known.');
  const { isWhole, damaged, tornBytes } = await readJournal<Change>(path, found, apply);
  if (damaged.length > 0) await setDamagedAside(path, damaged, parts);
  if (tornBytes > 0) parts.log(`The end of the job journal is incomplete, as after a crash in the middle of a write: it is dropped (${counted(tornBytes, 'byte')}).`);
  return { bytes: found.length, isWhole };
}

/**
 * Copies unreadable lines to a file of their own beside the journal. It is named after its content, so that a retry leaves no second copy if what
 * follows fails, as on a full disk.
 */
async function setDamagedAside(journal: string, damaged: readonly Buffer[], { fileSystem, log }: LoadingParts): Promise<void> {
  const bytes = Buffer.concat(damaged);
  const copy = `${journal}.damaged-${checksum(bytes)}`;
  await fileSystem.remove(copy).catch(() => undefined);
  await writeNewFile(copy, bytes, fileSystem);
  log(
    `The job journal is damaged: the part that cannot be read (${counted(damaged.length, 'line')}) is set aside in ${copy}. ` +
      'Jobs in that part may be missing; the others go on.',
  );
}
