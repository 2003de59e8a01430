import { crc32 } from './crc-32';

/** Bytes of the record at the end of a zip (without its comment), of an entry of the directory, and of the header before a file. */
const END = 22;
const ENTRY = 46;
const LOCAL = 30;
const LONGEST_COMMENT = 0xffff;

const STORED = 0;
const DEFLATED = 8;

/** A file in a zip, as the directory describes it. */
export interface ZippedFile {
  name: string;
  /** Bytes, unpacked. */
  size: number;
  /** The bytes in pieces. Throws, at the latest at the end, if they are not those that were packed. */
  pieces: () => AsyncGenerator<Uint8Array>;
}

/** A zip that is cut off, or that holds other bytes than were packed. */
export class ZipDamage extends Error {}

/**
 * The files in a zip by its central directory (APPNOTE.TXT of PKWARE, 4.3.12 and 4.3.16), without folders and without the second
 * file (`__MACOSX/._field.shp`) that macOS packs for each file.
 * @throws ZipDamage if there is no directory
 */
export function filesIn(zip: Uint8Array): ZippedFile[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOf(view);
  const files: ZippedFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (at + ENTRY > end || view.getUint32(at, true) !== 0x02014b50) throw new ZipDamage();
    const name = nameOf(zip.subarray(at + ENTRY, at + ENTRY + view.getUint16(at + 28, true)));
    if (!/\/$|__MACOSX|(?:^|\/)\._[^/]*$/.test(name)) files.push(fileOf(zip, view, at, name));
    at += ENTRY + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** UTF-8, or else some national encoding: which one does not matter, as long as different names stay different. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The bytes of a file in one piece. */
export async function bytesOf(file: ZippedFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const piece of file.pieces()) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function endOf(view: DataView): number {
  const last = view.byteLength - END;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new ZipDamage();
}

function fileOf(zip: Uint8Array, view: DataView, at: number, name: string): ZippedFile {
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
  const method = view.getUint16(at + 10, true);
  const checksum = view.getUint32(at + 16, true);
  const packedSize = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  const packed = (): Uint8Array => {
    if (local + LOCAL > zip.length || view.getUint32(local, true) !== 0x04034b50) throw new ZipDamage();
    const start = local + LOCAL + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (isEncrypted || start + packedSize > zip.length) throw new ZipDamage();
    return zip.subarray(start, start + packedSize);
  };
  return { name, size, pieces: () => checked(unpacked(packed(), method), size, checksum) };
}

async function* unpacked(packed: Uint8Array, method: number): AsyncGenerator<Uint8Array> {
  if (method === STORED) {
    yield packed;
    return;
  }
  if (method !== DEFLATED) throw new ZipDamage();
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const from = stream.getReader();
  try {
    for (let next = await from.read(); !next.done; next = await from.read()) yield next.value;
  } catch {
    throw new ZipDamage();
  } finally {
    // What is not asked for is not unpacked either.
    await from.cancel().catch(() => undefined);
  }
}

/** The pieces of a file. Throws if length or checksum are not as the directory says. */
async function* checked(pieces: AsyncIterable<Uint8Array>, size: number, checksum: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  let sum = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > size) throw new ZipDamage();
    sum = crc32(piece, sum);
    yield piece;
  }
  if (length !== size || sum !== checksum) throw new ZipDamage();
}
