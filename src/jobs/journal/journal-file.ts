import { setImmediate as nextTurn } from 'node:timers/promises';
import { appendFully } from '../../disk/write-fully';
import { SoilError } from '../../errors/soil-error';
import { nothingWhere } from '../../errors/storage-error';
import type { FileSystem, OpenFile } from './file-system';
import { decodeLines, encodeLine } from './journal-line';

/** The file of a journal as a whole: a heading, then one line for each change. */

/** The first line. Its form stays in all formats, so that any version can tell a later one. */
interface Heading {
  journal: 'soil-jobs';
  format: number;
}

const FORMAT = 1;
/** Other work gets a turn after this many bytes, or characters. */
const SLICE_LENGTH = 256 * 1024;

/** What is found in a file besides its changes. */
interface JournalReading {
  /** Whether it can be appended to as it is. */
  isWhole: boolean;
  /** Unreadable lines with readable ones after them; or all of a file that is no journal. */
  damaged: Buffer[];
  /** Length of a torn end: a write that a crash cut short. */
  tornBytes: number;
}

/**
 * Reads a journal, change by change.
 *
 * @throws SoilError `SOIL_STORAGE` if a later version of this package wrote it; then nothing has been applied
 */
export async function readJournal<Change>(file: string, bytes: Buffer, apply: (change: Change) => void): Promise<JournalReading> {
  const damaged: Buffer[] = [];
  let end: Buffer[] = [];
  let found = false;
  let isHeaded = false;
  let sliceStart = 0;
  for (const stretch of decodeLines(bytes)) {
    if ('damaged' in stretch) {
      end.push(stretch.damaged);
      continue;
    }
    // One by one: a call takes only so many arguments.
    for (const part of end) damaged.push(part);
    end = [];
    found = true;
    if (isHeading(stretch.record)) {
      if (stretch.record.format > FORMAT) throw writtenByLaterVersion(file, stretch.record.format);
      isHeaded = true;
    } else {
      apply(stretch.record as Change);
    }
    if (stretch.end - sliceStart > SLICE_LENGTH) {
      sliceStart = stretch.end;
      await nextTurn();
    }
  }
  if (!found) return { isWhole: false, damaged: end, tornBytes: 0 };
  const tornBytes = end.reduce((sum, part) => sum + part.length, 0);
  return { isWhole: isHeaded && damaged.length === 0 && tornBytes === 0, damaged, tornBytes };
}

/**
 * Writes a journal beside the old one and replaces the old one with it, open for more. If that fails, the old one is unchanged. Making the new
 * name last (fsync of the directory) is up to the caller.
 *
 * @param closeOld called before the old one is replaced: Windows does not replace a file that is open. If it throws, the file belongs to another
 *   process by now, and the one beside it may too: both stay
 */
export async function replaceJournal(
  file: string,
  changes: Iterable<unknown>,
  fileSystem: FileSystem,
  closeOld: () => Promise<void>,
): Promise<{ file: OpenFile; bytes: number }> {
  const draft = `${file}.new`;
  await fileSystem.remove(draft).catch(nothingWhere('ENOENT'));
  const opened = await fileSystem.open(draft, 'create');
  let isOurs = true;
  try {
    const bytes = await writeLines(opened, changes);
    await opened.sync();
    await closeOld().catch((error: unknown) => {
      isOurs = false;
      throw error;
    });
    await fileSystem.rename(draft, file);
    return { file: opened, bytes };
  } catch (error) {
    await opened.close().catch(() => undefined);
    if (isOurs) await fileSystem.remove(draft).catch(() => undefined);
    throw error;
  }
}

/** Writes a heading, and a line for each change, in slices. Returns the number of bytes. */
async function writeLines(file: OpenFile, changes: Iterable<unknown>): Promise<number> {
  let bytes = 0;
  let slice = [encodeLine({ journal: 'soil-jobs', format: FORMAT } satisfies Heading)];
  let sliceLength = 0;
  const flush = async (): Promise<void> => {
    const batch = Buffer.from(slice.join(''));
    slice = [];
    sliceLength = 0;
    bytes += batch.length;
    await appendFully(file, batch);
  };
  for (const change of changes) {
    const line = encodeLine(change);
    slice.push(line);
    sliceLength += line.length;
    if (sliceLength >= SLICE_LENGTH) await flush();
  }
  await flush();
  return bytes;
}

function isHeading(record: unknown): record is Heading {
  const { journal, format } = (record ?? {}) as Partial<Heading>;
  return journal === 'soil-jobs' && Number.isInteger(format);
}

function writtenByLaterVersion(file: string, format: number): SoilError {
  return new SoilError(
    'SOIL_STORAGE',
    `The job journal at ${file} was written by a later version of node-red-contrib-soil-data ` +
      `(format ${format}; this one knows ${FORMAT}). It is left as it is: install that version again, ` +
      'or move the file away and lose its pending jobs.',
  );
}
