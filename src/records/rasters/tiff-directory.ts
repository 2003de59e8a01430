import type { FileHandle } from 'node:fs/promises';

/** Bytes of one value, by the type that TIFF gives it (TIFF 6.0, section 2; 13 and 16 to 18: BigTIFF). */
const BYTES_OF_TYPE: Readonly<Record<number, number>> = {
  1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
  13: 4, 16: 8, 17: 8, 18: 8,
};

/** Where the blocks of the picture lie and how long they are: one number for each block (tags 273, 279, 324, 325). */
const BLOCK_TABLES: ReadonlySet<number> = new Set([273, 279, 324, 325]);

/** The tables together: some millions of blocks. */
const MOST_TABLE_BYTES = 32 * 1024 * 1024;
/** All other values together: texts, keys, colours. */
const MOST_OTHER_BYTES = 4 * 1024 * 1024;
const MOST_TAGS = 4096;

const CUT_OFF = 'it is cut off or damaged: it ends before its directory does';

/**
 * Checks the directories of a TIFF before the library reads them: the library allocates memory for all values that a tag announces, whether
 * or not they are there, and keeps it, so that a file of a few hundred bytes could take gigabytes. Limits hold for all directories of a file
 * together.
 */
export class TiffDirectories {
  private tables = 0;
  private others = 0;

  constructor(private readonly file: FileHandle) {}

  /**
   * @param place of the directory in the file; without it, that of the first
   * @throws Error if the file is no TIFF or ends before the directory does, or if that announces more than a grid can need: its message goes on after
   * "The grid cannot be read, because"
   */
  async check(place?: number): Promise<void> {
    const head = await this.read(0, 16);
    if (head.length === 0) throw new Error('it is empty');
    if (!/^(?:II[*+]\0|MM\0[*+])/.test(head.toString('latin1', 0, 4))) throw new Error('it is no TIFF file');
    // The shortest directory ends later.
    if (head.length < 16) throw new Error(CUT_OFF);
    const little = head.toString('latin1', 0, 2) === 'II';
    const number = (from: Buffer, at: number, bytes: 2 | 4 | 8): number => {
      if (bytes === 8) return Number(little ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at));
      return little ? from.readUIntLE(at, bytes) : from.readUIntBE(at, bytes);
    };
    const big = number(head, 2, 2) === 43;
    const start = place ?? (big ? number(head, 8, 8) : number(head, 4, 4));
    const countBytes = big ? 8 : 2;
    const entryBytes = big ? 20 : 12;
    const before = await this.read(start, countBytes);
    if (before.length < countBytes) throw new Error(CUT_OFF);
    const tags = number(before, 0, countBytes);
    if (tags > MOST_TAGS) throw new Error(`its directory has ${tags} tags, more than the allowed ${MOST_TAGS}`);
    const entries = await this.read(start + countBytes, tags * entryBytes);
    if (entries.length < tags * entryBytes) throw new Error(CUT_OFF);
    for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
      const tag = number(entries, at, 2);
      const bytes = number(entries, at + 4, big ? 8 : 4) * (BYTES_OF_TYPE[number(entries, at + 2, 2)] ?? 0);
      if (BLOCK_TABLES.has(tag)) this.tables += bytes;
      else this.others += bytes;
      if (this.tables > MOST_TABLE_BYTES || this.others > MOST_OTHER_BYTES) throw new Error(`its tag ${tag} announces more values than a grid can need`);
    }
  }

  private async read(position: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(position)) throw new Error('it refers to data beyond its end');
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}
