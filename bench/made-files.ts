import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { ZipFile } from 'yazl';

/** A folder that is gone after `work`. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A polygon in WKT, with a coastline of this many vertices that does not cross itself. */
export async function wktFile(file: string, vertices: number): Promise<void> {
  const positions: string[] = [];
  for (let at = 0; at < vertices - 1; at++) {
    const angle = (2 * Math.PI * at) / (vertices - 1);
    const radius = 1 + 0.2 * Math.sin(7 * angle) + 0.00001 * Math.sin(at);
    positions.push(`${(10 + radius * Math.cos(angle)).toFixed(7)} ${(45 + radius * Math.sin(angle)).toFixed(7)}`);
  }
  await writeFile(file, `POLYGON ((${positions.join(', ')}, ${positions[0]}))`);
}

/** A FeatureCollection of this many fields side by side, each with 40 vertices that it shares with its neighbours where they touch. */
export async function fieldsFile(file: string, count: number): Promise<void> {
  const columns = Math.ceil(Math.sqrt(count));
  const [size, steps] = [0.002, 10];
  const at = (column: number, row: number): [number, number] => [
    Number((5 + size * (column + 0.1 * Math.sin(3 * row))).toFixed(7)),
    Number((45 + size * (row + 0.1 * Math.sin(3 * column))).toFixed(7)),
  ];
  const features = Array.from({ length: count }, (_, index) => {
    const [left, bottom] = [index % columns, Math.floor(index / columns)];
    const along = Array.from({ length: steps }, (__, step) => step / steps);
    const ring = [
      ...along.map((part) => at(left + part, bottom)),
      ...along.map((part) => at(left + 1, bottom + part)),
      ...along.map((part) => at(left + 1 - part, bottom + 1)),
      ...along.map((part) => at(left, bottom + 1 - part)),
    ];
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
    return { type: 'Feature', properties: { field: index }, geometry };
  });
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
}

const HEADER = 'id,lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,h3_index,publication_date,data_source\n';

/** The rows of `output_data_points.csv`, all different, with the gaps of real ones: a fifth undated, a fifth without a unit. */
function* rows(count: number): Generator<string> {
  yield HEADER;
  for (let first = 0; first < count; first += 1000) {
    let block = '';
    for (let at = first; at < Math.min(count, first + 1000); at++) {
      const [lat, lon] = [(40 + (at % 9973) / 1000).toFixed(5), (5 + (at % 7919) / 1000).toFixed(5)];
      const depth = 10 * (at % 6);
      const [unit, date] = [at % 5 === 0 ? '' : 'g/kg', at % 5 === 1 ? '' : String(1950 + (at % 70))];
      block += `${at},${lat},${lon},Organic carbon,Organic carbon (dry combustion),${depth},${depth + 10},${(at / 1000).toFixed(3)},${unit},${date},CC BY 4.0,8a1fa4${(at % 0xffff).toString(16)}ffff,2020,Profiles of the benchmark\n`;
    }
    yield block;
  }
}

/** The same rows bare and in a zip. */
export async function recordFiles(folder: string, count: number): Promise<{ csv: string; zip: string }> {
  const [csv, zip] = [path.join(folder, `rows-${count}.csv`), path.join(folder, `rows-${count}.zip`)];
  await pipeline(Readable.from(rows(count)), createWriteStream(csv));
  const writer = new ZipFile();
  writer.addReadStream(Readable.from(rows(count), { objectMode: false }), 'output_data_points.csv');
  writer.end();
  await pipeline(writer.outputStream, createWriteStream(zip));
  return { csv, zip };
}

/** A zip of about this many bytes, stored without compression. */
export async function bigZip(file: string, bytes: number): Promise<void> {
  const block = Buffer.alloc(2 ** 20);
  for (let at = 0; at < block.length; at++) block[at] = (at * 2654435761) >>> 13;
  function* content(): Generator<Buffer> {
    for (let left = bytes; left > 0; left -= block.length) yield left >= block.length ? block : block.subarray(0, left);
  }
  const writer = new ZipFile();
  writer.addReadStream(Readable.from(content(), { objectMode: false }), 'grid.tif', { compress: false });
  writer.end();
  await pipeline(writer.outputStream, createWriteStream(file));
}

const ROWS_IN_STRIP = 256;
const deflateAsync = promisify(deflate);

/** A GeoTIFF of `side` x `side` cells of 16 bits, deflated, in strips of 256 rows, over 10 by 10 degrees. */
export async function geotiffFile(file: string, side: number): Promise<void> {
  const handle = await open(file, 'w');
  const strips: { offset: number; bytes: number }[] = [];
  let at = 8;
  const put = async (bytes: Buffer): Promise<number> => {
    await handle.write(bytes, 0, bytes.length, at);
    at += bytes.length + (bytes.length % 2);
    return at - bytes.length - (bytes.length % 2);
  };
  for (let top = 0; top < side; top += ROWS_IN_STRIP) {
    const height = Math.min(ROWS_IN_STRIP, side - top);
    const values = new Int16Array(side * height);
    for (let cell = 0; cell < values.length; cell++) values[cell] = 200 + ((cell * 31 + top) % 97);
    const packed = await deflateAsync(Buffer.from(values.buffer), { level: 1 });
    strips.push({ offset: await put(packed), bytes: packed.length });
  }
  const longs = (numbers: number[]): Buffer => Buffer.from(Uint32Array.from(numbers).buffer);
  const doubles = (numbers: number[]): Buffer => Buffer.from(Float64Array.from(numbers).buffer);
  const shorts = (numbers: number[]): Buffer => Buffer.from(Uint16Array.from(numbers).buffer);
  const text = Buffer.from('-9999\0');
  const outside = {
    offsets: await put(longs(strips.map(({ offset }) => offset))),
    counts: await put(longs(strips.map(({ bytes }) => bytes))),
    scale: await put(doubles([10 / side, 10 / side, 0])),
    tie: await put(doubles([0, 0, 0, 5, 50, 0])),
    keys: await put(shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326])),
    nodata: await put(text),
  };
  // Tag, type (3 short, 4 long, 2 text, 12 double), count, value or place.
  const tags = [
    [256, 4, 1, side], [257, 4, 1, side], [258, 3, 1, 16], [259, 3, 1, 8], [262, 3, 1, 1], [273, 4, strips.length, outside.offsets], [277, 3, 1, 1],
    [278, 4, 1, ROWS_IN_STRIP], [279, 4, strips.length, outside.counts], [339, 3, 1, 2], [33550, 12, 3, outside.scale], [33922, 12, 6, outside.tie],
    [34735, 3, 12, outside.keys], [42113, 2, text.length, outside.nodata],
  ] as const;
  const directory = Buffer.alloc(2 + 12 * tags.length + 4);
  directory.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, type, count, value], index) => {
    directory.writeUInt16LE(tag, 2 + 12 * index);
    directory.writeUInt16LE(type, 4 + 12 * index);
    directory.writeUInt32LE(count, 6 + 12 * index);
    directory.writeUInt32LE(value, 10 + 12 * index);
  });
  const place = await put(directory);
  const head = Buffer.from('II*\0\0\0\0\0');
  head.writeUInt32LE(place, 4);
  await handle.write(head, 0, 8, 0);
  await handle.close();
}
