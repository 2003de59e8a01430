import { crc32, deflateRawSync } from 'node:zlib';

/** Fields of a local or central header (APPNOTE.TXT 4.3.7, 4.3.12) that a test may set wrongly. */
export interface HeaderFields {
  signature: number;
  flags: number;
  method: number;
  crc: number;
  compressed: number;
  plain: number;
  name: string | Buffer;
  extra: Buffer;
}

export interface CentralFields extends HeaderFields {
  madeBy: number;
  attributes: number;
  offset: number;
  disk: number;
  comment: string;
}

export interface ZipEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** Deflated unless it is `stored`. */
  stored?: boolean;
  flags?: number;
  /** Unix mode, in the upper half of the external attributes. */
  mode?: number;
  /** The data of the entry in the zip, if not its packed content. */
  data?: Buffer;
  /** Sizes and checksum after the data: with or without signature, 32 or 64 bits. */
  descriptor?: 'signed' | 'plain' | 'signed64' | 'plain64';
  /** Sizes in 64-bit extra fields. */
  zip64?: boolean;
  local?: Partial<HeaderFields>;
  central?: Partial<CentralFields>;
  descriptorFields?: Partial<{ signature: number; crc: number; compressed: number; plain: number }>;
  /** Bytes after the entry. */
  behind?: Buffer;
  /** Without an entry in the directory. */
  unlisted?: boolean;
  /** Without local header and data: only an entry of the directory. */
  listedOnly?: boolean;
}

export interface EndFields {
  signature: number;
  disk: number;
  directoryDisk: number;
  entriesHere: number;
  entries: number;
  directoryBytes: number;
  directoryOffset: number;
  comment: string | Buffer;
  commentBytes: number;
}

export interface ZipOptions {
  /** Bytes before the first entry; offsets count them. */
  before?: Buffer;
  /** Bytes between the last entry and the directory. */
  beforeDirectory?: Buffer;
  /** Bytes between the directory and its end. */
  behindDirectory?: Buffer;
  behind?: Buffer;
  end?: Partial<EndFields>;
  /** A 64-bit end of directory with its locator. */
  zip64?: Partial<{
    size: number;
    disk: number;
    entriesHere: number;
    entries: number;
    directoryBytes: number;
    directoryOffset: number;
    locatorOffset: number;
    disks: number;
    keepShort: boolean;
  }>;
}

const descriptorFlag = 0x8;
const utf8Flag = 0x800;
const all32 = 0xffffffff;

/** Builds a zip byte by byte, so that every field of it can be wrong. */
export function buildZip(entries: ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  const put = (part: Buffer): void => {
    parts.push(part);
    position += part.length;
  };
  put(options.before ?? Buffer.alloc(0));

  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const data = entry.data ?? (entry.stored ? content : deflateRawSync(content));
    const described = entry.descriptor !== undefined;
    const sizes = { crc: crc32(content), compressed: data.length, plain: content.length };
    const shared = {
      flags: (entry.flags ?? utf8Flag) | (described ? descriptorFlag : 0),
      method: entry.stored ? 0 : 8,
      name: entry.name,
      extra: Buffer.alloc(0),
    };
    const offset = position;
    if (!entry.listedOnly) {
      const localSizes = described ? { crc: 0, compressed: 0, plain: 0 } : sizes;
      const long = entry.zip64 ? { compressed: all32, plain: all32, extra: sizesExtra([localSizes.plain, localSizes.compressed]) } : {};
      put(localHeader({ signature: 0x04034b50, ...shared, ...localSizes, ...long, ...entry.local }));
      put(data);
      if (entry.descriptor) put(descriptor(entry.descriptor, { signature: 0x08074b50, ...sizes, ...entry.descriptorFields }));
      put(entry.behind ?? Buffer.alloc(0));
    }
    if (entry.unlisted) continue;
    const long = entry.zip64 ? { compressed: all32, plain: all32, extra: sizesExtra([sizes.plain, sizes.compressed]) } : {};
    const attributes = ((entry.mode ?? 0o100644) << 16) >>> 0;
    directory.push(
      centralHeader({
        signature: 0x02014b50,
        ...shared,
        ...sizes,
        ...long,
        madeBy: 0x0314,
        attributes: String(entry.name).endsWith('/') && entry.mode === undefined ? 0x41ed0010 : attributes,
        offset,
        disk: 0,
        comment: '',
        ...entry.central,
      }),
    );
  }

  put(options.beforeDirectory ?? Buffer.alloc(0));
  const listed = directory.length;
  const whole = Buffer.concat(directory);
  const place = { entries: listed, directoryBytes: whole.length, directoryOffset: position };
  put(whole);
  put(options.behindDirectory ?? Buffer.alloc(0));
  const { zip64 } = options;
  if (zip64) put(zip64End(position, { ...place, ...zip64 }));
  const short = zip64 && !zip64.keepShort ? { entries: 0xffff, entriesHere: 0xffff, directoryBytes: all32, directoryOffset: all32 } : { ...place, entriesHere: listed };
  put(endOfDirectory({ signature: 0x06054b50, disk: 0, directoryDisk: 0, comment: '', ...short, ...options.end }));
  put(options.behind ?? Buffer.alloc(0));
  return Buffer.concat(parts);
}

export function extra(id: number, data: Buffer): Buffer {
  return Buffer.concat([u16(id), u16(data.length), data]);
}

export function sizesExtra(sizes: number[]): Buffer {
  return extra(1, Buffer.concat(sizes.map(u64)));
}

/** The field in which Info-ZIP keeps a UTF-8 name (APPNOTE.TXT 4.6.9). */
export function unicodePath(header: string | Buffer, name: string | Buffer): Buffer {
  return extra(0x7075, Buffer.concat([Buffer.from([1]), u32(crc32(Buffer.from(header as string))), Buffer.from(name as string)]));
}

/** The index that SOZip 0.5.0 writes after a deflated entry, and lists in no directory. */
export function seekIndex({ name, content = '' }: ZipEntry, fields: Partial<HeaderFields> & { plainOfEntry?: number } = {}): Buffer {
  const [plain, compressed] = [Buffer.byteLength(content), deflateRawSync(content).length];
  const data = Buffer.concat([u32(1), u32(0), u32(plain - 1), u32(4), u64(fields.plainOfEntry ?? plain), u64(compressed), u32(compressed - 1)]);
  const path = String(name).replace(/[^/]*$/, (file) => `.${file}.sozip.idx`);
  const sizes = { crc: crc32(data), compressed: data.length, plain: data.length };
  return Buffer.concat([localHeader({ signature: 0x04034b50, flags: 0x800, method: 0, name: path, extra: Buffer.alloc(0), ...sizes, ...fields }), data]);
}

function localHeader(fields: HeaderFields): Buffer {
  const name = Buffer.from(fields.name as string);
  return Buffer.concat([u32(fields.signature), u16(20), common(fields), u16(name.length), u16(fields.extra.length), name, fields.extra]);
}

function centralHeader(fields: CentralFields): Buffer {
  const name = Buffer.from(fields.name as string);
  const comment = Buffer.from(fields.comment);
  return Buffer.concat([
    u32(fields.signature),
    u16(fields.madeBy),
    u16(20),
    common(fields),
    u16(name.length),
    u16(fields.extra.length),
    u16(comment.length),
    u16(fields.disk),
    u16(0),
    u32(fields.attributes),
    u32(fields.offset),
    name,
    fields.extra,
    comment,
  ]);
}

/** Flags, method, time, checksum and sizes: the same in both headers. */
function common({ flags, method, crc, compressed, plain }: HeaderFields): Buffer {
  return Buffer.concat([u16(flags), u16(method), u16(0x6000), u16(0x5a21), u32(crc), u32(compressed), u32(plain)]);
}

function descriptor(kind: NonNullable<ZipEntry['descriptor']>, fields: { signature: number; crc: number; compressed: number; plain: number }): Buffer {
  const size = kind.endsWith('64') ? u64 : u32;
  const signature = kind.startsWith('signed') ? u32(fields.signature) : Buffer.alloc(0);
  return Buffer.concat([signature, u32(fields.crc), size(fields.compressed), size(fields.plain)]);
}

function zip64End(position: number, fields: NonNullable<ZipOptions['zip64']> & { entries: number; directoryBytes: number; directoryOffset: number }): Buffer {
  const { size = 44, disk = 0, entries, entriesHere = entries, directoryBytes, directoryOffset, locatorOffset = position, disks = 1 } = fields;
  return Buffer.concat([
    u32(0x06064b50),
    u64(size),
    u16(0x031e),
    u16(45),
    u32(disk),
    u32(0),
    ...[entriesHere, entries, directoryBytes, directoryOffset].map(u64),
    u32(0x07064b50),
    u32(0),
    u64(locatorOffset),
    u32(disks),
  ]);
}

function endOfDirectory(fields: Omit<EndFields, 'commentBytes'> & { commentBytes?: number }): Buffer {
  const comment = Buffer.from(fields.comment as string);
  const numbers = [fields.disk, fields.directoryDisk, fields.entriesHere, fields.entries].map(u16);
  const place = [fields.directoryBytes, fields.directoryOffset].map(u32);
  return Buffer.concat([u32(fields.signature), ...numbers, ...place, u16(fields.commentBytes ?? comment.length), comment]);
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}
