/** Bytes of the header that tell the number of records, and the lengths of header and record (dBASE, the .dbf of a shapefile). */
const HEADER = 12;

/** The first byte of a deleted record, which stays in the file until that is packed. */
const DELETED = 0x2a;
/** The first byte of any other record, and the byte after the last one. */
const PRESENT = 0x20;
const END = 0x1a;

/**
 * The records, from 0, that the table of a shapefile marks as deleted: their shapes no longer count. In a table that is cut off, the marks that
 * are there count; what is no table marks nothing.
 */
export async function deletedRecords(pieces: AsyncIterable<Uint8Array>): Promise<ReadonlySet<number>> {
  const deleted = new Set<number>();
  let record = 0;
  const header = new Uint8Array(HEADER);
  const view = new DataView(header.buffer);
  let [from, records, next, length] = [0, 0, 0, 0];
  // All pieces are read, even of what is no table, so that damage to the zip is found.
  for await (const piece of pieces) {
    const to = from + piece.length;
    if (from < HEADER) {
      header.set(piece.subarray(0, HEADER - from), from);
      if (to >= HEADER) [records, next, length] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
      if (next < HEADER || length === 0) records = 0;
    }
    for (; record < records && next < to; record++, next += length) {
      const mark = piece[next - from];
      if (mark === DELETED) deleted.add(record);
      else if (mark !== PRESENT) {
        if (mark !== END) deleted.clear();
        records = 0;
      }
    }
    from = to;
  }
  return deleted;
}
