import { archiveError } from './archive-error';

/** Extra fields (APPNOTE.TXT 4.5.3 and 4.6.9): sizes of 64 bits, and the name in UTF-8. */
export const ZIP64 = 0x0001;
export const UNICODE_PATH = 0x7075;

/** The data of one extra field (APPNOTE.TXT 4.5). SOIL_ARCHIVE if it comes twice or a field runs past the end: it has no one meaning. */
export function extraField(extra: Buffer, wanted: number): Buffer | undefined {
  let found: Buffer | undefined;
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) throw archiveError('an extra field runs past its end');
    if (extra.readUInt16LE(at) === wanted) {
      if (found) throw archiveError('an extra field is there twice');
      found = extra.subarray(at + 4, end);
    }
    at = end;
  }
  return found;
}
