import type { Entry } from 'yauzl';
import { archiveError } from './archive-error';
import { extraField, UNICODE_PATH, ZIP64 } from './extra-field';
import { isSeekIndex } from './seek-index';
import type { ZipBytes } from './zip-bytes';
import { ENTRY_SIGNATURE, signatureOf } from './zip-signature';

/** Where an entry lies in the zip: its header at `start`, its data from `dataStart` up to `dataEnd`, then perhaps a descriptor. */
export interface EntryPlace {
  name: string;
  entry: Entry;
  start: number;
  dataStart: number;
  dataEnd: number;
}

const HEADER_BYTES = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
/** Bits 1 and 2 tell how hard the packer tried: some writers set them in one header only. */
const PACKING_BITS = 0x6;
const DESCRIPTOR_BIT = 0x8;

/**
 * Reads the header in front of an entry's data and refuses it if it contradicts the directory (APPNOTE.TXT 4.3.7): a reader that goes by
 * the headers would see other files than one that goes by the directory.
 */
export async function readLocalHeader(zip: ZipBytes, entry: Entry, name: string): Promise<EntryPlace> {
  const refuse = (reason: string): never => {
    throw archiveError(reason, name);
  };
  const start = entry.relativeOffsetOfLocalHeader;
  const header = await zip.read(start, HEADER_BYTES);
  if (signatureOf(header) !== ENTRY_SIGNATURE) refuse('the directory points to something that is not an entry');
  const nameBytes = header.readUInt16LE(26);
  const extraBytes = header.readUInt16LE(28);
  const rest = await zip.read(start + HEADER_BYTES, nameBytes + extraBytes);
  const extra = rest.subarray(nameBytes);

  if (!rest.subarray(0, nameBytes).equals(entry.fileNameRaw)) refuse('its header names it differently than the directory');
  if ((header.readUInt16LE(6) | PACKING_BITS) !== (entry.generalPurposeBitFlag | PACKING_BITS)) refuse('its flags differ from those in the directory');
  if (header.readUInt16LE(8) !== entry.compressionMethod) refuse('its packing method differs from that in the directory');
  if (!sameUnicodePath(extraField(extra, UNICODE_PATH), extraField(entry.extraFieldRaw, UNICODE_PATH))) {
    refuse('its header names it differently than the directory');
  }

  const described = (entry.generalPurposeBitFlag & DESCRIPTOR_BIT) !== 0;
  const { compressed, plain } = localSizes(header, extraField(extra, ZIP64));
  const isSame = (here: number, inDirectory: number): boolean => here === inDirectory || (described && here === 0);
  const agrees = isSame(header.readUInt32LE(14), entry.crc32) && isSame(compressed, entry.compressedSize) && isSame(plain, entry.uncompressedSize);
  if (!agrees) refuse('its header and the directory give different sizes or checksums');

  const dataStart = start + HEADER_BYTES + nameBytes + extraBytes;
  return { name, entry, start, dataStart, dataEnd: dataStart + entry.compressedSize };
}

function localSizes(header: Buffer, long: Buffer | undefined): { compressed: number; plain: number } {
  const compressed = header.readUInt32LE(18);
  const plain = header.readUInt32LE(22);
  if (long === undefined || long.length < 16) return { compressed, plain };
  return {
    plain: plain === 0xffffffff ? Number(long.readBigUInt64LE(0)) : plain,
    compressed: compressed === 0xffffffff ? Number(long.readBigUInt64LE(8)) : compressed,
  };
}

function sameUnicodePath(local: Buffer | undefined, central: Buffer | undefined): boolean {
  return local === undefined || central === undefined ? local === central : local.equals(central);
}

/**
 * Checks that the entries fill the zip from its first byte to its directory, without gaps or overlaps, and that anything between the data
 * of one and the header of the next is its descriptor, or its index.
 */
export async function checkLayout(zip: ZipBytes, places: EntryPlace[], directoryOffset: number): Promise<void> {
  const inOrder = places.toSorted((a, b) => a.start - b.start);
  if ((inOrder[0]?.start ?? directoryOffset) !== 0) throw archiveError('there is something before its first entry');
  for (const [index, place] of inOrder.entries()) {
    const next = inOrder[index + 1]?.start ?? directoryOffset;
    if (place.dataEnd > next) throw archiveError('entries overlap', place.name);
    if ((place.entry.generalPurposeBitFlag & DESCRIPTOR_BIT) !== 0) await checkDescriptor(zip, place, next - place.dataEnd);
    else if (place.dataEnd !== next && !(await isSeekIndex(zip, place, next - place.dataEnd))) throw archiveError('there is something between entries', place.name);
  }
}

/** The descriptor after the data (APPNOTE.TXT 4.3.9): with or without signature, with sizes of 32 or 64 bits. */
async function checkDescriptor(zip: ZipBytes, place: EntryPlace, length: number): Promise<void> {
  const { entry, name } = place;
  if (![12, 16, 20, 24].includes(length)) throw archiveError('there is something between entries', name);
  const descriptor = await zip.read(place.dataEnd, length);
  const signed = length === 16 || length === 24;
  const fields = signed ? descriptor.subarray(4) : descriptor;
  const long = fields.length === 20;
  const size = (at: number): number => (long ? Number(fields.readBigUInt64LE(at)) : fields.readUInt32LE(at));
  const agrees =
    (!signed || descriptor.readUInt32LE(0) === DESCRIPTOR_SIGNATURE) &&
    fields.readUInt32LE(0) === entry.crc32 &&
    size(4) === entry.compressedSize &&
    size(long ? 12 : 8) === entry.uncompressedSize;
  if (!agrees) throw archiveError('the descriptor after it and the directory give different sizes or checksums', name);
}
