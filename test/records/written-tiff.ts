import { deflateSync } from 'node:zlib';

/** What a test wants in a GeoTIFF. Bands are given row by row. */
export interface WrittenTiff {
  width: number;
  height: number;
  bands: number[][];
  type?: 'uint8' | 'int16' | 'int32' | 'float32' | 'float64';
  compression?: 'none' | 'lzw' | 'deflate' | 'packbits';
  /** Side of a tile; strips of `rowsPerStrip` otherwise. */
  tile?: number;
  rowsPerStrip?: number;
  bigEndian?: boolean;
  /** A BigTIFF, like files of more than 4 GB. */
  big?: boolean;
  /** Band by band instead of cell by cell. */
  separate?: boolean;
  scale?: [number, number];
  origin?: [number, number];
  /** Keys of the GeoKeyDirectory; default: geographic, EPSG:4326, pixels are areas. */
  keys?: [number, number][];
  noData?: string;
  metadata?: string;
  licence?: string;
  /** Blocks (from 0) that a sparse file leaves out: they have neither a place nor any bytes. */
  absent?: number[];
  /** Blocks that are alike share one place, as some writers do with blocks without values. */
  shared?: boolean;
  /** Tags to write as given, instead of or beside the others. */
  tags?: [tag: number, type: number, values: number[]][];
  /** Tags to leave out. */
  without?: number[];
}

const BYTES = { uint8: 1, int16: 2, int32: 4, float32: 4, float64: 8 };
const FORMAT = { uint8: 1, int16: 2, int32: 2, float32: 3, float64: 3 };
const COMPRESSION = { none: 1, lzw: 5, deflate: 8, packbits: 32773 };
const SIZE_OF_TYPE: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8 };

/** A GeoTIFF as in TIFF 6.0, written in the plainest way. */
export function writtenTiff(want: WrittenTiff): Buffer {
  const { width, height, bands, type = 'float32', compression = 'none', tile, bigEndian = false, separate = false } = want;
  const [blockWidth, blockHeight] = tile ? [tile, tile] : [width, want.rowsPerStrip ?? height];
  const writers = {
    uint8: (target: Buffer, value: number, at: number) => target.writeUInt8(value, at),
    int16: (target: Buffer, value: number, at: number) => (bigEndian ? target.writeInt16BE(value, at) : target.writeInt16LE(value, at)),
    int32: (target: Buffer, value: number, at: number) => (bigEndian ? target.writeInt32BE(value, at) : target.writeInt32LE(value, at)),
    float32: (target: Buffer, value: number, at: number) => (bigEndian ? target.writeFloatBE(value, at) : target.writeFloatLE(value, at)),
    float64: (target: Buffer, value: number, at: number) => (bigEndian ? target.writeDoubleBE(value, at) : target.writeDoubleLE(value, at)),
  };

  const blocks: Buffer[] = [];
  for (const group of separate ? bands.map((band) => [band]) : [bands]) {
    for (let y = 0; y < height; y += blockHeight) {
      const rows = tile ? blockHeight : Math.min(blockHeight, height - y);
      for (let x = 0; x < width; x += blockWidth) {
        const block = Buffer.alloc(rows * blockWidth * group.length * BYTES[type]);
        for (let row = 0; row < rows; row += 1) {
          for (let column = 0; column < blockWidth; column += 1) {
            group.forEach((band, sample) => {
              const inside = y + row < height && x + column < width;
              writers[type](
                block,
                inside ? band[(y + row) * width + x + column]! : 0,
                ((row * blockWidth + column) * group.length + sample) * BYTES[type],
              );
            });
          }
        }
        blocks.push(want.absent?.includes(blocks.length) ? Buffer.alloc(0) : packed(block, compression));
      }
    }
  }

  const [scaleX, scaleY] = want.scale ?? [1, 1];
  const [originX, originY] = want.origin ?? [0, height];
  const keys = want.keys ?? [
    [1024, 2],
    [1025, 1],
    [2048, 4326],
  ];
  const tags = new Map<number, [type: number, values: number[] | string]>([
    [256, [4, [width]]],
    [257, [4, [height]]],
    [258, [3, bands.map(() => BYTES[type] * 8)]],
    [259, [3, [COMPRESSION[compression]]]],
    [262, [3, [1]]],
    [277, [3, [bands.length]]],
    [284, [3, [separate ? 2 : 1]]],
    [339, [3, bands.map(() => FORMAT[type])]],
    [33550, [12, [scaleX, scaleY, 0]]],
    [33922, [12, [0, 0, 0, originX, originY, 0]]],
    [34735, [3, [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])]]],
  ]);
  if (tile) tags.set(322, [4, [tile]]).set(323, [4, [tile]]);
  else tags.set(278, [4, [blockHeight]]);
  if (want.noData !== undefined) tags.set(42113, [2, want.noData]);
  if (want.metadata !== undefined) tags.set(42112, [2, want.metadata]);
  if (want.licence !== undefined) tags.set(33432, [2, want.licence]);
  tags.set(tile ? 324 : 273, [4, blocks.map(() => 0)]).set(tile ? 325 : 279, [4, blocks.map(({ length }) => length)]);
  for (const [tag, kind, values] of want.tags ?? []) tags.set(tag, [kind, values]);
  for (const tag of want.without ?? []) tags.delete(tag);

  const head = directory(tags, want).length;
  let at = head;
  const places = new Map<string, number>();
  const written: Buffer[] = [];
  const placeOf = (block: Buffer, index: number): number => {
    if (block.length === 0) return 0;
    const key = want.shared ? block.toString('base64') : String(index);
    if (!places.has(key)) {
      places.set(key, at);
      written.push(block);
      at += block.length;
    }
    return places.get(key)!;
  };
  tags.set(tile ? 324 : 273, [4, blocks.map(placeOf)]);
  return Buffer.concat([directory(tags, want), ...written]);
}

function directory(tags: Map<number, [type: number, values: number[] | string]>, { bigEndian = false, big = false }: WrittenTiff): Buffer {
  const short = (target: Buffer, value: number, at: number): unknown =>
    bigEndian ? target.writeUInt16BE(value, at) : target.writeUInt16LE(value, at);
  const long = (target: Buffer, value: number, at: number): unknown =>
    bigEndian ? target.writeUInt32BE(value, at) : target.writeUInt32LE(value, at);
  /** A count, or a place in the file. */
  const wide = (target: Buffer, value: number, at: number): unknown => {
    if (!big) return long(target, value, at);
    return bigEndian ? target.writeBigUInt64BE(BigInt(value), at) : target.writeBigUInt64LE(BigInt(value), at);
  };
  const [head, wideBytes] = big ? [16, 8] : [8, 4];
  const [first, entryBytes] = big ? [head + 8, 20] : [head + 2, 12];
  const entries = [...tags].sort(([a], [b]) => a - b);
  const fixed = Buffer.alloc(first + entryBytes * entries.length + wideBytes);
  fixed.write(bigEndian ? 'MM' : 'II', 0);
  short(fixed, big ? 43 : 42, 2);
  if (big) short(fixed, 8, 4);
  wide(fixed, head, head - wideBytes);
  if (big) wide(fixed, entries.length, head);
  else short(fixed, entries.length, head);
  const behind: Buffer[] = [];
  let end = fixed.length;
  entries.forEach(([tag, [type, values]], index) => {
    const list = typeof values === 'string' ? [...Buffer.from(`${values}\0`)] : values;
    const data = Buffer.alloc(Math.max(wideBytes, list.length * SIZE_OF_TYPE[type]!));
    list.forEach((value, place) => {
      if (type === 2) data.writeUInt8(value, place);
      else if (type === 3) short(data, value, place * 2);
      else if (type === 4) long(data, value, place * 4);
      else if (bigEndian) data.writeDoubleBE(value, place * 8);
      else data.writeDoubleLE(value, place * 8);
    });
    const place = first + entryBytes * index;
    short(fixed, tag, place);
    short(fixed, type, place + 2);
    wide(fixed, list.length, place + 4);
    if (data.length <= wideBytes) data.copy(fixed, place + 4 + wideBytes);
    else {
      wide(fixed, end, place + 4 + wideBytes);
      behind.push(data);
      end += data.length;
    }
  });
  return Buffer.concat([fixed, ...behind]);
}

function packed(block: Buffer, compression: NonNullable<WrittenTiff['compression']>): Buffer {
  switch (compression) {
    case 'none':
      return block;
    case 'deflate':
      return deflateSync(block);
    case 'packbits':
      return packBits(block);
    case 'lzw':
      return lzw(block);
  }
}

function packBits(block: Buffer): Buffer {
  const parts: number[] = [];
  for (let at = 0; at < block.length;) {
    let run = 1;
    while (run < 128 && block[at + run] === block[at]) run += 1;
    if (run > 2) {
      parts.push(257 - run, block[at]!);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < block.length && end - at < 128 && !(block[end] === block[end + 1] && block[end] === block[end + 2])) end += 1;
    parts.push(end - at - 1, ...block.subarray(at, end));
    at = end;
  }
  return Buffer.from(parts);
}

/** LZW of TIFF 6.0, section 13, with a table of strings. */
function lzw(block: Buffer): Buffer {
  const bytes: number[] = [];
  let [held, bits, width] = [0, 0, 9];
  const put = (code: number): void => {
    held = (held << width) | code;
    bits += width;
    while (bits >= 8) {
      bytes.push((held >>> (bits - 8)) & 0xff);
      bits -= 8;
    }
    held &= (1 << bits) - 1;
  };
  let table = new Map<string, number>();
  const reset = (): void => {
    put(256);
    table = new Map(Array.from({ length: 256 }, (_, code) => [String.fromCharCode(code), code]));
    width = 9;
  };
  const codeOf = (string: string): number => table.get(string)!;
  reset();
  let string = '';
  for (const byte of block) {
    const longer = string + String.fromCharCode(byte);
    if (table.has(longer)) {
      string = longer;
      continue;
    }
    put(codeOf(string));
    table.set(longer, table.size + 2);
    if (table.size + 2 === 4095) reset();
    else if (table.size + 2 >= 1 << width) width += 1;
    string = String.fromCharCode(byte);
  }
  put(codeOf(string));
  // The reader has one more string by now, which may have made its codes longer.
  if (table.size + 3 >= 1 << width && width < 12) width += 1;
  put(257);
  if (bits > 0) bytes.push((held << (8 - bits)) & 0xff);
  return Buffer.from(bytes);
}
