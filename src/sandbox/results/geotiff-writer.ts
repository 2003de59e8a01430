import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const deflateAsync = promisify(deflate);

/** One layer of a raster: numbers row by row, from the north-west corner. */
export interface RasterBand {
  values: Float32Array | Int16Array;
  /** What the stored number stands for: stored x scale, in `unit`. */
  scale: number;
  unit: string;
  /** Short name, and further attributes under names of their own. */
  description: string;
  attributes: Record<string, string>;
}

interface Raster {
  width: number;
  height: number;
  /** Degrees, WGS 84: the outer corner of the first pixel, and the side of a pixel. */
  west: number;
  north: number;
  pixelDegrees: number;
  noData: number;
  bands: readonly RasterBand[];
  title: string;
  licence: string;
}

const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const ASCII = 2;

interface Tag {
  tag: number;
  type: number;
  count: number;
  data: Buffer;
}

/**
 * Writes a GeoTIFF (OGC 19-008r4) with deflated bands, one strip each; names, units and scales of the bands are where GDAL puts them.
 */
export async function geotiff(raster: Raster): Promise<Buffer> {
  const strips: Buffer[] = [];
  for (const { values } of raster.bands) strips.push(await deflateAsync(Buffer.from(values.buffer, values.byteOffset, values.byteLength)));
  const floats = raster.bands[0]?.values instanceof Float32Array;
  const each = (value: number): number[] => raster.bands.map(() => value);
  const tags = (offsets: number[]): Tag[] => [
    longs(256, [raster.width]),
    longs(257, [raster.height]),
    shorts(258, each(floats ? 32 : 16)),
    shorts(259, [8]), // Compression: deflate
    shorts(262, [1]), // PhotometricInterpretation: black is zero
    text(270, `SYNTHETIC data: invented, not measured. ${raster.title}`),
    longs(273, offsets),
    shorts(277, [raster.bands.length]),
    longs(278, [raster.height]), // RowsPerStrip
    longs(
      279,
      strips.map(({ length }) => length),
    ),
    shorts(284, [2]), // PlanarConfiguration: band by band
    text(305, 'soil-data sandbox'),
    ...(raster.bands.length > 1 ? [shorts(338, each(0).slice(1))] : []), // ExtraSamples: of no kind known to TIFF
    shorts(339, each(floats ? 3 : 2)), // SampleFormat: floating point, or signed integer
    text(33432, raster.licence), // Copyright
    doubles(33550, [raster.pixelDegrees, raster.pixelDegrees, 0]), // ModelPixelScale
    doubles(33922, [0, 0, 0, raster.west, raster.north, 0]), // ModelTiepoint
    // GeoKeyDirectory: a geographic model, pixels are areas, EPSG:4326.
    shorts(34735, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]),
    text(42112, gdalMetadata(raster.bands)),
    text(42113, String(raster.noData)), // GDAL_NODATA
  ];
  const head = directory(tags(strips.map(() => 0))).length;
  let at = head;
  const offsets = strips.map(({ length }) => (at += length) - length);
  return Buffer.concat([directory(tags(offsets)), ...strips]);
}

/** Header and directory, followed by the data of the tags: everything but the strips. Little-endian. */
function directory(tags: readonly Tag[]): Buffer {
  const fixed = Buffer.alloc(8 + 2 + 12 * tags.length + 4);
  fixed.write('II', 0);
  fixed.writeUInt16LE(42, 2);
  fixed.writeUInt32LE(8, 4);
  fixed.writeUInt16LE(tags.length, 8);
  const behind: Buffer[] = [];
  let end = fixed.length;
  for (const [index, { tag, type, count, data }] of tags.entries()) {
    const at = 10 + 12 * index;
    fixed.writeUInt16LE(tag, at);
    fixed.writeUInt16LE(type, at + 2);
    fixed.writeUInt32LE(count, at + 4);
    if (data.length <= 4) {
      data.copy(fixed, at + 8);
      continue;
    }
    fixed.writeUInt32LE(end, at + 8);
    const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
    behind.push(padded);
    end += padded.length;
  }
  return Buffer.concat([fixed, ...behind]);
}

function gdalMetadata(bands: readonly RasterBand[]): string {
  const items = bands.flatMap(({ description, scale, unit, attributes }, sample) => [
    `<Item name="DESCRIPTION" sample="${sample}" role="description">${xml(description)}</Item>`,
    `<Item name="UNITTYPE" sample="${sample}" role="unittype">${xml(unit)}</Item>`,
    `<Item name="OFFSET" sample="${sample}" role="offset">0</Item>`,
    `<Item name="SCALE" sample="${sample}" role="scale">${scale}</Item>`,
    ...Object.entries(attributes).map(([name, value]) => `<Item name="${xml(name)}" sample="${sample}">${xml(value)}</Item>`),
  ]);
  return `<GDALMetadata>\n  <Item name="SYNTHETIC">yes</Item>\n  ${items.join('\n  ')}\n</GDALMetadata>`;
}

function xml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function shorts(tag: number, values: readonly number[]): Tag {
  return { tag, type: SHORT, count: values.length, data: Buffer.from(Uint16Array.from(values).buffer) };
}

function longs(tag: number, values: readonly number[]): Tag {
  return { tag, type: LONG, count: values.length, data: Buffer.from(Uint32Array.from(values).buffer) };
}

function doubles(tag: number, values: readonly number[]): Tag {
  return { tag, type: DOUBLE, count: values.length, data: Buffer.from(Float64Array.from(values).buffer) };
}

function text(tag: number, value: string): Tag {
  const data = Buffer.from(`${value}\0`, 'latin1');
  return { tag, type: ASCII, count: data.length, data };
}
