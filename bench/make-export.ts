/**
 * Makes large exports for measuring, with the flaws that real ones have (56 % repeats, 20 % without date, 20 % without unit, bare years):
 *
 *     npx tsx bench/make-export.ts csv 2000000 rows.csv
 *     npx tsx bench/make-export.ts zip 2000000 rows.zip
 *     npx tsx bench/make-export.ts tif 10000 grid.tif        (10,000 x 10,000 cells)
 */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { ZipFile } from 'yazl';

const HEADER =
  'id,lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,' +
  'sampling_date,license,h3_index,publication_date,data_source\n';
const PROPERTIES = [
  ['pH', 'PHAQ', 'pH'],
  ['Clay', 'CLPC', '%'],
  ['Sand', 'SDTO', '%'],
  ['Silt', 'STPC', '%'],
  ['Organic carbon', 'ORGC', 'g/kg'],
  ['Total nitrogen', 'TOTN', 'g/kg'],
  ['Cation exchange capacity', 'CECS', 'cmol(c)/kg'],
  ['Bulk density', 'BDFI', 'g/cm3'],
] as const;
const DEPTHS = [0, 12, 28, 55, 90, 140];
const SOURCES = ['World soil profiles (made up)', 'Topsoil survey, first round (made up)', 'Laboratory records (made up)'];
const ROWS_A_CHUNK = 2_000;
const REPEATED = 0.56;

/** Deterministic: the same number gives the same figure between 0 and 1. */
function luck(number: number, purpose: number): number {
  let mixed = Math.imul(number ^ (purpose * 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function rowOf(row: number): string {
  // A repeat has everything of an earlier row but its identifier.
  const of = luck(row, 1) < REPEATED ? Math.floor(row * (1 - REPEATED) * luck(row, 2)) : row;
  const place = Math.floor(of / 40);
  const [property, originalName, unit] = PROPERTIES[of % PROPERTIES.length]!;
  const depth = Math.floor(of / PROPERTIES.length) % (DEPTHS.length - 1);
  const date = luck(place, 3) < 0.2 ? '' : String(1950 + Math.floor(luck(place, 4) * 70));
  const source = SOURCES[place % SOURCES.length]!;
  return [
    row,
    (luck(place, 5) * 170 - 85).toFixed(6),
    (luck(place, 6) * 359 - 179).toFixed(6),
    property,
    originalName,
    DEPTHS[depth],
    DEPTHS[depth + 1],
    (luck(of, 7) * 60).toFixed(1),
    luck(of, 8) < 0.2 ? '' : unit,
    date,
    'CC-BY-4.0',
    `8a${Math.floor(luck(place, 9) * 16 ** 10)
      .toString(16)
      .padStart(10, '0')}fff`,
    '2020-05-04',
    source.includes(',') ? `"${source}"` : source,
  ].join(',');
}

/** A CSV file of `rows` rows, chunk by chunk. */
export function* csvOf(rows: number): Generator<string> {
  yield HEADER;
  for (let row = 0; row < rows; row += ROWS_A_CHUNK) {
    let chunk = '';
    for (let one = row; one < Math.min(rows, row + ROWS_A_CHUNK); one += 1) chunk += `${rowOf(one)}\n`;
    yield chunk;
  }
}

export async function makeCsv(rows: number, file: string): Promise<void> {
  await pipeline(Readable.from(csvOf(rows)), createWriteStream(file));
}

export async function makeZip(rows: number, file: string): Promise<void> {
  const zip = new ZipFile();
  zip.addReadStream(Readable.from(csvOf(rows), { objectMode: false }), 'output_data_points.csv');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const TILE = 256;

/** A tiled, deflated GeoTIFF of 32-bit floats with `side` x `side` cells over ten degrees, a tenth of them without a value. */
export async function makeGrid(side: number, file: string): Promise<void> {
  const handle = await open(file, 'w');
  const across = Math.ceil(side / TILE);
  const [offsets, lengths] = [new Uint32Array(across * across), new Uint32Array(across * across)];
  const tags: [tag: number, type: number, values: number[] | string][] = [
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 3, [32]],
    [259, 3, [8]],
    [262, 3, [1]],
    [277, 3, [1]],
    [284, 3, [1]],
    [322, 3, [TILE]],
    [323, 3, [TILE]],
    [324, 4, []],
    [325, 4, []],
    [339, 3, [3]],
    [33550, 12, [10 / side, 10 / side, 0]],
    [33922, 12, [0, 0, 0, 10, 50, 0]],
    [34735, 3, [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]],
    [42113, 2, '-9999'],
  ];
  const head = 8 + 2 + 12 * tags.length + 4;
  const room = head + 4096 + 8 * across * across;
  let at = room;
  const cells = new Float32Array(TILE * TILE);
  for (let tile = 0; tile < across * across; tile += 1) {
    for (let cell = 0; cell < cells.length; cell += 1)
      cells[cell] = luck(cell + tile * 131, 10) < 0.1 ? -9999 : Math.round(200 * Math.sin(tile / 50) + 40 * luck(cell, 11));
    const packed = await promisify(deflate)(Buffer.from(cells.buffer), { level: 1 });
    await handle.write(packed, 0, packed.length, at);
    [offsets[tile], lengths[tile]] = [at, packed.length];
    at += packed.length;
  }
  const start = Buffer.alloc(room);
  start.write('II', 0);
  start.writeUInt16LE(42, 2);
  start.writeUInt32LE(8, 4);
  start.writeUInt16LE(tags.length, 8);
  let end = head;
  tags.forEach(([tag, type, given], index) => {
    const values =
      tag === 324 ? [...offsets] : tag === 325 ? [...lengths] : typeof given === 'string' ? [...Buffer.from(`${given}\0`)] : given;
    const size = { 2: 1, 3: 2, 4: 4, 12: 8 }[type]!;
    const place = 10 + 12 * index;
    start.writeUInt16LE(tag, place);
    start.writeUInt16LE(type, place + 2);
    start.writeUInt32LE(values.length, place + 4);
    const target = values.length * size <= 4 ? place + 8 : end;
    values.forEach((value, one) => {
      if (type === 2) start.writeUInt8(value, target + one);
      else if (type === 3) start.writeUInt16LE(value, target + 2 * one);
      else if (type === 4) start.writeUInt32LE(value, target + 4 * one);
      else start.writeDoubleLE(value, target + 8 * one);
    });
    if (target === end) {
      start.writeUInt32LE(end, place + 8);
      end += values.length * size;
    }
  });
  await handle.write(start, 0, room, 0);
  await handle.close();
}

if (require.main === module) {
  const [kind = '', size = '', file = ''] = process.argv.slice(2);
  const make = new Map([
    ['csv', makeCsv],
    ['zip', makeZip],
    ['tif', makeGrid],
  ]).get(kind);
  if (!make || !(Number(size) > 0) || file === '') {
    console.error('Usage: tsx bench/make-export.ts csv|zip|tif <rows, or cells a side> <file>');
    process.exitCode = 2;
  } else {
    make(Number(size), file).catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  }
}
