import type { EntryPlace } from './local-header';
import type { ZipBytes } from './zip-bytes';
import { ENTRY_SIGNATURE, signatureOf } from './zip-signature';

const HEADER_BYTES = 30;
const INDEX_HEADER_BYTES = 32;
const MOST_HEADER_BYTES = HEADER_BYTES + 2 * 0xffff;

/**
 * Whether the bytes after an entry's data are the index that seek-optimised zips keep there, as GIS programs write them (SOZip 0.5.0, "Hidden index
 * file"): a stored file that is named after the entry, is not in the directory and states the entry's lengths. The index itself is not read.
 */
export async function isSeekIndex(zip: ZipBytes, { entry, dataEnd }: EntryPlace, length: number): Promise<boolean> {
  if (length < HEADER_BYTES + INDEX_HEADER_BYTES) return false;
  const bytes = await zip.read(dataEnd, Math.min(length, MOST_HEADER_BYTES + INDEX_HEADER_BYTES));
  const start = HEADER_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  if (signatureOf(bytes) !== ENTRY_SIGNATURE || start + INDEX_HEADER_BYTES > bytes.length) return false;
  const name = bytes.subarray(HEADER_BYTES, HEADER_BYTES + bytes.readUInt16LE(26));
  const index = bytes.subarray(start);
  const isStored = bytes.readUInt16LE(8) === 0 && bytes.readUInt32LE(18) === length - start && bytes.readUInt32LE(22) === length - start;
  const isOfEntry = index.readBigUInt64LE(16) === BigInt(entry.uncompressedSize) && index.readBigUInt64LE(24) === BigInt(entry.compressedSize);
  return isStored && isOfEntry && name.equals(indexName(entry.fileNameRaw));
}

/** `rivers.gpkg` in `maps/` has its index in `maps/.rivers.gpkg.sozip.idx`. */
function indexName(name: Buffer): Buffer {
  const at = name.lastIndexOf('/') + 1;
  return Buffer.concat([name.subarray(0, at), Buffer.from('.'), name.subarray(at), Buffer.from('.sozip.idx')]);
}
