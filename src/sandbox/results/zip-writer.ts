import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { constants, createDeflateRaw, crc32 } from 'node:zlib';

const LOCAL_HEADER_BYTES = 30;
const LARGEST_CLASSIC = 0xffffffff;
const DEFLATE = 8;
const UTF8_NAMES = 0x0800;

interface WrittenEntry {
  name: Buffer;
  crc: number;
  bytes: number;
  compressedBytes: number;
  offset: number;
}

/**
 * Writes a zip file (APPNOTE 6.3, without Zip64) entry by entry, never holding one whole. Sizes and checksums are in the local headers
 * as well as in the directory: each header is written once its entry is complete.
 */
export class ZipWriter {
  private readonly entries: WrittenEntry[] = [];
  private position = 0;
  private readonly time: { date: number; time: number };

  /** @param modified time stamp of every entry, so that the same content gives the same bytes */
  constructor(
    private readonly file: FileHandle,
    modified: Date,
  ) {
    this.time = dosTime(modified);
  }

  /** Adds one entry from chunks of text or bytes. */
  async add(name: string, content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>): Promise<void> {
    const entry: WrittenEntry = { name: Buffer.from(name), crc: 0, bytes: 0, compressedBytes: 0, offset: this.position };
    this.position += LOCAL_HEADER_BYTES + entry.name.length;
    const deflate = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION });
    const written = this.drain(deflate, entry);
    // A failure is handled below, where `written` is awaited.
    written.catch(() => undefined);
    try {
      for await (const chunk of content) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        entry.crc = crc32(bytes, entry.crc);
        entry.bytes += bytes.length;
        if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), written]);
      }
      deflate.end();
      await written;
    } finally {
      deflate.destroy();
    }
    await this.file.write(this.localHeader(entry), 0, undefined, entry.offset);
    this.entries.push(entry);
  }

  /** Writes the directory. Resolves with the length of the file in bytes. */
  async finish(): Promise<number> {
    const start = this.position;
    const records = this.entries.map((entry) => this.directoryRecord(entry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(records.length, 8);
    end.writeUInt16LE(records.length, 10);
    const directory = Buffer.concat(records);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(start, 16);
    await this.append(Buffer.concat([directory, end]));
    return this.position;
  }

  private async drain(deflate: AsyncIterable<Buffer>, entry: WrittenEntry): Promise<void> {
    for await (const chunk of deflate) {
      entry.compressedBytes += chunk.length;
      await this.append(chunk);
    }
  }

  private async append(bytes: Buffer): Promise<void> {
    if (this.position + bytes.length > LARGEST_CLASSIC) throw new RangeError('the zip file would be larger than 4 GiB');
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.position + done);
      done += bytesWritten;
    }
    this.position += bytes.length;
  }

  private localHeader(entry: WrittenEntry): Buffer {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES);
    header.writeUInt32LE(0x04034b50, 0);
    this.writeShared(header, 4, entry);
    return Buffer.concat([header, entry.name]);
  }

  private directoryRecord(entry: WrittenEntry): Buffer {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    this.writeShared(record, 6, entry);
    record.writeUInt32LE(entry.offset, 42);
    return Buffer.concat([record, entry.name]);
  }

  /** The 26 bytes that a local header and a directory record have in common. */
  private writeShared(target: Buffer, at: number, entry: WrittenEntry): void {
    target.writeUInt16LE(20, at);
    target.writeUInt16LE(UTF8_NAMES, at + 2);
    target.writeUInt16LE(DEFLATE, at + 4);
    target.writeUInt16LE(this.time.time, at + 6);
    target.writeUInt16LE(this.time.date, at + 8);
    target.writeUInt32LE(entry.crc, at + 10);
    target.writeUInt32LE(entry.compressedBytes, at + 14);
    target.writeUInt32LE(entry.bytes, at + 18);
    target.writeUInt16LE(entry.name.length, at + 22);
  }
}

/** MS-DOS date and time (two-second steps, from 1980), in UTC. */
function dosTime(moment: Date): { date: number; time: number } {
  const year = Math.min(2107, Math.max(1980, moment.getUTCFullYear()));
  return {
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  };
}
