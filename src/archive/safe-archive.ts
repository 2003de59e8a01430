import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, ZipFile } from 'yauzl';
import { isSoilError } from '../errors/soil-error';
import { archiveError, foreignArchive } from './archive-error';
import { DEFAULT_LIMITS, type ArchiveLimits } from './archive-limits';
import { checkedBytes, DEFLATED } from './checked-bytes';
import { decodeName } from './decode-name';
import { readEndOfDirectory, type DirectoryPlace } from './end-of-directory';
import { NameRegister, ZIP_ITSELF, safeEntryName } from './entry-name';
import { extraField, ZIP64 } from './extra-field';
import { checkLayout, readLocalHeader, type EntryPlace } from './local-header';
import { zipInFile, zipInMemory, zipInOpenedFile, type OpenedFile, type ZipBytes } from './zip-bytes';
import { openDirectory } from './zip-reader';

/** A file in a zip. */
export interface ArchiveEntry {
  /** Path with `/` between its parts: relative, and safe to put under a folder. */
  readonly name: string;
  /** Length, uncompressed. */
  readonly bytes: number;
}

/** Where a zip is: a path, a file that is open and stays so, or memory. */
export type ArchiveSource = string | OpenedFile | Buffer;

/** A zip whose whole directory has been checked. */
export interface SafeArchive {
  /** The files in it, in the order of its directory. */
  readonly entries: readonly ArchiveEntry[];
  /** The folders that it lists by themselves, without the slash at the end. */
  readonly folders: readonly string[];
  /** Content of an entry. The stream ends well only if length and checksum (CRC-32) are right, otherwise in SOIL_ARCHIVE. */
  open(entry: ArchiveEntry): Readable;
  /** Before this, read to the end or destroy what was opened. */
  close(): Promise<void>;
}

/**
 * Opens a zip and checks its whole directory before a byte of it is used: one end, entries side by side that fill the file, headers that say
 * what the directory says, names that stay in their folder and stand for one place each, plain files and folders only, nothing encrypted, sizes
 * within the limits.
 *
 * @param source path of a file, a file that is open, or its bytes
 * @throws SOIL_ARCHIVE for a zip that is corrupt or unsafe; SOIL_STORAGE if the file cannot be read
 */
export async function openArchive(source: ArchiveSource, limits: Partial<ArchiveLimits> = {}): Promise<SafeArchive> {
  const zip = await bytesOf(source);
  try {
    const places = await checkedPlaces(zip, { ...DEFAULT_LIMITS, ...limits });
    const byEntry = new Map<ArchiveEntry, EntryPlace>();
    const folders: string[] = [];
    for (const place of places) {
      const { name, entry } = place;
      if (name === ZIP_ITSELF) continue;
      if (name.endsWith('/')) folders.push(name.slice(0, -1));
      else byEntry.set({ name, bytes: entry.uncompressedSize }, place);
    }
    return {
      entries: [...byEntry.keys()],
      folders,
      open: (entry) => {
        const place = byEntry.get(entry);
        if (!place) throw new TypeError(`"${entry.name}" is not an entry of this archive`);
        return checkedBytes(zip, place);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    throw isSoilError(error) ? error : archiveError((error as Error).message.slice(0, 200));
  }
}

function bytesOf(source: ArchiveSource): ZipBytes | Promise<ZipBytes> {
  if (typeof source === 'string') return zipInFile(source);
  return Buffer.isBuffer(source) ? zipInMemory(source) : zipInOpenedFile(source);
}

/** A zip in memory is read without ever waiting, so other work must be given a turn. */
const ENTRIES_BETWEEN_PAUSES = 100;

async function checkedPlaces(zip: ZipBytes, limits: ArchiveLimits): Promise<EntryPlace[]> {
  const directory = await readEndOfDirectory(zip, limits);
  const register = new NameRegister(limits.entries);
  const places: EntryPlace[] = [];
  let bytes = 0;
  let compressedBytes = 0;
  for (const entry of await readDirectory(zip, directory)) {
    const name = safeEntryName(decodeName(entry));
    register.add(name);
    checkKind(entry, name);
    checkSize(entry, name, limits);
    bytes += entry.uncompressedSize;
    compressedBytes += entry.compressedSize;
    if (bytes > limits.bytes) throw archiveError(`it holds more than the allowed ${limits.bytes} bytes`);
    places.push(await readLocalHeader(zip, entry, name));
    if (places.length % ENTRIES_BETWEEN_PAUSES === 0) await nextTurn();
  }
  if (bytes > limits.harmlessBytes && bytes > compressedBytes * limits.ratio) throw archiveError('it is packed too densely for real data');
  await checkLayout(zip, places, directory.offset);
  return places;
}

/** The entries as yauzl reads them, from the directory and from nothing else. */
async function readDirectory(zip: ZipBytes, directory: DirectoryPlace): Promise<Entry[]> {
  const file: ZipFile & { readEntryCursor: unknown } = await openDirectory(zip);
  if (file.entryCount !== directory.entries || Number(file.readEntryCursor) !== directory.offset) throw archiveError('its two ends contradict each other');
  const entries: Entry[] = [];
  for await (const entry of file.eachEntry()) {
    entries.push(entry);
    if (entries.length % ENTRIES_BETWEEN_PAUSES === 0) await nextTurn();
  }
  if (Number(file.readEntryCursor) !== directory.offset + directory.bytes) throw archiveError('its directory is not as long as its end says');
  return entries;
}

const STORED = 0;
const ENCRYPTED = 0x2041;
/** Packing (1, 2), descriptor (3) and UTF-8 (11): any other flag changes how the data are to be read. */
const KNOWN_FLAGS = 0x080e;
const UNIX_FOLDER = 0x4;
const UNIX_FILE = 0x8;
const DOS_FOLDER = 0x10;

/** Plain files and folders, stored or deflated: no links, no devices, nothing encrypted. */
function checkKind(entry: Entry, name: string): void {
  const { generalPurposeBitFlag: flags, compressionMethod, externalFileAttributes: attributes } = entry;
  // Throws if the field comes twice, or runs past the end.
  extraField(entry.extraFieldRaw, ZIP64);
  if (flags & ENCRYPTED) throw foreignArchive('it is encrypted', name);
  if (flags & ~KNOWN_FLAGS) throw archiveError('it uses a feature that is not supported', name);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw foreignArchive(`its packing method ${compressionMethod} is not supported`, name);
  const isFolder = name.endsWith('/');
  const unixType = attributes >>> 28;
  if (unixType !== 0 && unixType !== UNIX_FILE && unixType !== UNIX_FOLDER) throw archiveError('it is a symbolic link or another special file', name);
  const claimsFolder = unixType === UNIX_FOLDER || (attributes & DOS_FOLDER) !== 0;
  if ((claimsFolder && !isFolder) || (isFolder && unixType === UNIX_FILE)) throw archiveError('its name and its attributes disagree on whether it is a folder', name);
  if (isFolder && entry.uncompressedSize !== 0) throw archiveError('a folder holds data', name);
}

function checkSize(entry: Entry, name: string, limits: ArchiveLimits): void {
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > limits.entryBytes) throw archiveError(`it holds more than the allowed ${limits.entryBytes} bytes`, name);
  if (uncompressedSize > limits.harmlessBytes && uncompressedSize > compressedSize * limits.ratio) {
    throw archiveError('it is packed too densely for real data', name);
  }
}
