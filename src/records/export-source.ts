import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { openArchive } from '../archive/safe-archive';
import { beginsAsZip, SIGNATURE_BYTES } from '../archive/zip-signature';
import { isSoilError, SoilError } from '../errors/soil-error';
import { isSystemError, storageError } from '../errors/storage-error';
import { fieldOf } from '../foreign/foreign-value';
import { describeValue } from '../geometry/describe-value';
import { inEnglish } from '../geometry/sentence';
import { counted } from '../text/counted';
import { withoutQuotes } from '../text/without-quotes';

/** One file of an export. */
export interface ExportFile {
  /** Path inside the export, with `/` between its parts. */
  readonly name: string;
  /** Where it lies on disk, for random access; absent inside a zip. */
  readonly path?: string;
  open(): Readable;
}

/** What a job gave: a zip, or what was in it. */
export interface ExportSource {
  readonly files: readonly ExportFile[];
  /** When it came to this machine: the time of the file. `null` for a Buffer. */
  readonly retrieved: Date | null;
  close(): Promise<void>;
}

/** Whether a file is a GeoTIFF, judging by its name. */
export function isGrid({ name }: Pick<ExportFile, 'name'>): boolean {
  return /\.tiff?$/i.test(name);
}

const MOST_FILES = 10_000;
/** Files that hold records or grids: a file of another kind, given alone, is a mistake. */
const SOIL_DATA = /\.(csv|tsv|geojson|json|tiff?)$/i;
/** Suffixes of the files that GDAL puts beside a grid: a mask, and its notes. Without them, the numbers of the grid would mean something else. */
const BESIDE_GRID = ['.msk', '.aux.xml'];
/** What macOS puts beside each file in a zip or on a foreign disk: it has the file's name but none of its content. */
const MACOS_COMPANION = /(^|\/)(__MACOSX\/|\._)/;
/** An address anywhere in a text, such as in quotes or after a word. A scheme of one letter is a Windows drive. */
const ADDRESS = /[a-z][a-z0-9+.-]{1,30}:\/\//i;
const LONGEST_PATH = 4096;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\u0000-\u001f]/;

/**
 * Opens an export for reading: a zip (its path or its bytes), the folder that it was unpacked into, or a single file from it (a grid comes with
 * its mask and notes).
 *
 * @param workingDirectory what a relative path is relative to; by default where this process was started
 * @throws SoilError `SOIL_CONFIG` for anything else, `SOIL_STORAGE` if it is missing or unreadable, `SOIL_ARCHIVE` for a zip that is corrupt or
 * unsafe, and for a single file of another kind
 */
export async function openExport(from: unknown, workingDirectory = ''): Promise<ExportSource> {
  if (Buffer.isBuffer(from)) {
    if (beginsAsZip(from)) return openZip(from, null);
    throw new SoilError('SOIL_ARCHIVE', `The Buffer of ${counted(from.length, 'byte')} is not a zip. Send the zip, or write another file to the disk and send its path.`);
  }
  if (fieldOf(from, 'type') === 'Buffer' && Array.isArray(fieldOf(from, 'data'))) {
    throw new SoilError(
      'SOIL_CONFIG',
      'A Buffer that became JSON on its way (through Redis or a WebSocket, for example) is nothing to read: put a function node with ' +
        'msg.payload = Buffer.from(msg.payload.data); return msg; in front, or send the bytes themselves.',
    );
  }
  if (typeof from !== 'string' || from.trim() === '') {
    throw new SoilError(
      'SOIL_CONFIG',
      `${inEnglish(describeValue(from))} is nothing to read: the path of a zip or folder, or a Buffer, was expected. Put soil-download before this node.`,
    );
  }
  refuseOther(from);
  const at = path.resolve(workingDirectory, withoutQuotes(from));
  const found = await stat(at).catch((error: unknown) => {
    throw storageError(error, 'read the soil data', at);
  });
  if (found.isDirectory()) return openFolder(at, found.mtime);
  // Opening a pipe waits for a writer, and a few such waits would block all file access.
  if (!found.isFile()) throw storageError(new Error('it is not a file'), 'read the soil data', at);
  if (await isZip(at)) return openZip(at, found.mtime);
  if (!SOIL_DATA.test(at)) {
    throw new SoilError('SOIL_ARCHIVE', `${at} is neither a zip nor a file of soil data (csv, tsv, geojson, json, tif). Check the path.`);
  }
  return openFiles([at, ...(await besideGrid(at))].map((each) => fileOnDisk(each, path.basename(each))), found.mtime);
}

/**
 * Refuses texts that are no path: a download link, whose signed part must not appear in any message, and the content of a file. Neither
 * is quoted.
 */
function refuseOther(text: string): void {
  const isOneLine = !CONTROL_CHARACTER.test(text.trim());
  if (isOneLine && /^\s*file:/i.test(text)) {
    throw new SoilError('SOIL_CONFIG', 'Nothing to read: the address of a file came. Send its path alone, without file:// in front.');
  }
  // Only the beginning is searched: a longer text is no path and is not quoted anyway, and since any letter may begin a scheme, searching takes long.
  if (isOneLine && ADDRESS.test(text.slice(0, LONGEST_PATH))) {
    throw new SoilError('SOIL_CONFIG', 'Nothing to read: a web address came, not a file. Put soil-download before this node: it fetches the file.');
  }
  if (text.length > LONGEST_PATH || CONTROL_CHARACTER.test(text)) {
    throw new SoilError(
      'SOIL_CONFIG',
      `Nothing to read: a text of ${counted(text.length, 'character')} came that is not a path. ` +
        'Send the path of the file, or the zip as a Buffer, as a file in node gives it ("a single Buffer object") or an http request node ("a binary buffer").',
    );
  }
}

async function openZip(source: string | Buffer, retrieved: Date | null): Promise<ExportSource> {
  const archive = await openArchive(source).catch((error: unknown) => {
    // Of many files that are read, this one.
    throw typeof source === 'string' && isSoilError(error, 'SOIL_ARCHIVE') ? new SoilError(error.code, `Cannot read ${source}. ${error.message}`, error.cause) : error;
  });
  const entries = archive.entries.filter(({ name }) => !MACOS_COMPANION.test(name));
  const files = entries.map((entry) => ({ name: entry.name, open: () => archive.open(entry) }));
  return { files, retrieved, close: () => archive.close() };
}

async function openFolder(folder: string, retrieved: Date): Promise<ExportSource> {
  const files: ExportFile[] = [];
  try {
    await listFolder(folder, '', files);
  } catch (error) {
    throw storageError(error, 'read the soil data', folder);
  }
  return openFiles(files, retrieved);
}

/** Plain files only: a link could lead anywhere. */
async function listFolder(folder: string, prefix: string, files: ExportFile[]): Promise<void> {
  for (const name of (await readdir(folder)).sort()) {
    const at = path.join(folder, name);
    const found = await lstat(at);
    if (found.isDirectory()) await listFolder(at, `${prefix}${name}/`, files);
    if (!found.isFile() || MACOS_COMPANION.test(prefix + name)) continue;
    if (files.length === MOST_FILES) {
      throw new SoilError('SOIL_ARCHIVE', `The folder ${folder} has more than ${MOST_FILES} files: give the folder of one export.`);
    }
    files.push(fileOnDisk(at, prefix + name));
  }
}

/** What GDAL laid beside a grid that is given alone. */
async function besideGrid(at: string): Promise<string[]> {
  const there: string[] = [];
  for (const beside of isGrid({ name: at }) ? BESIDE_GRID.map((end) => at + end) : []) {
    const found = await stat(beside).catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT', 'ENAMETOOLONG')) return null;
      throw storageError(error, 'read the soil data', beside);
    });
    if (found?.isFile()) there.push(beside);
  }
  return there;
}

function openFiles(files: readonly ExportFile[], retrieved: Date): ExportSource {
  return { files, retrieved, close: () => Promise.resolve() };
}

function fileOnDisk(at: string, name: string): ExportFile {
  return { name, path: at, open: () => createReadStream(at) };
}

async function isZip(at: string): Promise<boolean> {
  const head: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(at, { end: SIGNATURE_BYTES - 1 }) as AsyncIterable<Buffer>) head.push(chunk);
  } catch (error) {
    throw storageError(error, 'read the soil data', at);
  }
  return beginsAsZip(Buffer.concat(head)) || at.toLowerCase().endsWith('.zip');
}
