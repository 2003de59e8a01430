import { archiveError } from './archive-error';
import type { ArchiveLimits } from './archive-limits';
import type { ZipBytes } from './zip-bytes';
import { END_SIGNATURE, signatureOf } from './zip-signature';

/** Where the directory of a zip lies and how many entries it has. */
export interface DirectoryPlace {
  offset: number;
  bytes: number;
  entries: number;
}

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
const LONGEST_COMMENT = 0xffff;
/** Hardly any zip has a comment: this many bytes hold its end, and often its directory, too. */
const USUAL_TAIL_BYTES = 8 * 1024;

// oxlint-disable-next-line no-control-regex
const ANY_SIGNATURE = /PK(\x01\x02|\x03\x04|\x05\x05|\x05\x06|\x06\x06|\x06\x07|\x07\x08)/;

/**
 * Reads the end of the directory (APPNOTE.TXT 4.3.14 to 4.3.16) so that no two readers can find different ones: it closes the file, its
 * comment holds nothing that looks like a record, and the directory ends right where it begins.
 */
export async function readEndOfDirectory(zip: ZipBytes, limits: ArchiveLimits): Promise<DirectoryPlace> {
  if (zip.size < END_BYTES) throw archiveError('it is too short to be a zip');
  const end = (await lastRecord(zip, USUAL_TAIL_BYTES)) ?? (await lastRecord(zip, END_BYTES + LONGEST_COMMENT));
  if (!end) throw archiveError('its directory is missing: it was cut off, or is not a zip');
  const commentBytes = end.readUInt16LE(20);
  if (end.length !== END_BYTES + commentBytes) throw archiveError('there is something after its end');
  if (ANY_SIGNATURE.test(end.toString('latin1', END_BYTES))) throw archiveError('its comment hides zip records');
  const position = zip.size - end.length;

  const disk = end.readUInt16LE(4);
  const directoryDisk = end.readUInt16LE(6);
  const here = end.readUInt16LE(8);
  const short = { entries: end.readUInt16LE(10), bytes: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
  const place = (await readZip64End(zip, position, short)) ?? short;
  if (disk !== 0 || directoryDisk !== 0 || here !== short.entries) throw archiveError('it is one part of several');

  if (place.entries > limits.entries) throw archiveError(`it has ${place.entries} entries; the limit is ${limits.entries}`);
  if (place.bytes > limits.directoryBytes) throw archiveError(`its directory has ${place.bytes} bytes; the limit is ${limits.directoryBytes}`);
  return place;
}

/** The bytes from the last end record on, if there is one in the last `most` bytes. */
async function lastRecord(zip: ZipBytes, most: number): Promise<Buffer | undefined> {
  const tailBytes = Math.min(zip.size, most);
  const tail = await zip.read(zip.size - tailBytes, tailBytes);
  const at = tail.lastIndexOf(END_SIGNATURE, tailBytes - END_BYTES, 'latin1');
  return at < 0 ? undefined : tail.subarray(at);
}

/** The 64-bit end, if there is one. The directory must end where the first of the end records begins. */
async function readZip64End(zip: ZipBytes, endPosition: number, short: DirectoryPlace): Promise<DirectoryPlace | undefined> {
  const locator = endPosition >= LOCATOR_BYTES ? await zip.read(endPosition - LOCATOR_BYTES, LOCATOR_BYTES) : undefined;
  if (!locator || signatureOf(locator) !== 'PK\x06\x07') {
    if (short.offset + short.bytes !== endPosition) throw archiveError('its directory is not where its end says');
    return undefined;
  }
  const position = endPosition - LOCATOR_BYTES - ZIP64_END_BYTES;
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) throw archiveError('it is one part of several');
  if (Number(locator.readBigUInt64LE(8)) !== position) throw archiveError('its 64-bit end is not where it should be');
  const end = await zip.read(position, ZIP64_END_BYTES);
  if (signatureOf(end) !== 'PK\x06\x06' || Number(end.readBigUInt64LE(4)) !== ZIP64_END_BYTES - 12) {
    throw archiveError('its 64-bit end cannot be read');
  }
  const long = {
    entries: Number(end.readBigUInt64LE(32)),
    bytes: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  };
  if (end.readUInt32LE(16) !== 0 || end.readUInt32LE(20) !== 0 || Number(end.readBigUInt64LE(24)) !== long.entries) {
    throw archiveError('it is one part of several');
  }
  const agrees =
    (short.entries === 0xffff || short.entries === long.entries) &&
    (short.bytes === 0xffffffff || short.bytes === long.bytes) &&
    (short.offset === 0xffffffff || short.offset === long.offset);
  if (!agrees) throw archiveError('its two ends contradict each other');
  if (long.offset + long.bytes !== position) throw archiveError('its directory is not where its end says');
  return long;
}
