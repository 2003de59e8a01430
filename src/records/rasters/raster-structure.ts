import type { GeoTIFFImage } from 'geotiff';
import { COMPRESSIONS, WITH_PREDICTOR } from './geotiff-library';
import { MOST_BLOCK_BYTES } from './raster-block';
import { NO_PREDICTOR } from './raster-predictor';

/** No file of one soil property comes near, and each bounds what a hostile one can ask for. */
export const MOST_CELLS = 2_000_000_000;
const MOST_BANDS = 1_000;

/** In the tag SampleFormat (TIFF 6.0, tag 339). */
export const UNSIGNED = 1;
export const FLOAT = 3;
/** In the tags ExtraSamples and PhotometricInterpretation (TIFF 6.0, tags 338 and 262). */
const ALPHA: readonly unknown[] = [1, 2];
const RGB = 2;
const PALETTE = 3;
/** In the tag FillOrder (TIFF 6.0, tag 266): the lowest bit of a byte comes first. Nearly nobody writes so, and the library reads as if nobody did. */
const LOWEST_FIRST = 2;

/** How the cells of a grid are laid out in its file, and how their numbers are stored. */
export interface RasterStructure {
  /** In cells. */
  width: number;
  height: number;
  blockWidth: number;
  blockHeight: number;
  /** How many bands. */
  samples: number;
  /** Whether one block holds all bands, so that they are best read together. */
  interleaved: boolean;
  /** Of a number of the first band: its bits, and its format (1: without a sign, 2: with one, 3: a float). */
  bits: number;
  format: number;
  /** Whether a band says which cells have a value: zero where there is none. */
  alpha: boolean;
}

/**
 * The structure of a grid that can be read.
 *
 * @throws Error if it cannot be read, or not within the limits: its message goes on after "The grid cannot be read, because"
 */
export async function rasterStructure(image: GeoTIFFImage): Promise<RasterStructure> {
  const bitsOfBands = tagOfBands(image, 'BitsPerSample');
  const formats = tagOfBands(image, 'SampleFormat');
  const structure: RasterStructure = {
    width: image.getWidth(),
    height: image.getHeight(),
    blockWidth: image.getTileWidth(),
    blockHeight: image.getTileHeight(),
    samples: image.getSamplesPerPixel(),
    interleaved: image.planarConfiguration === 1,
    bits: bitsOfBands[0]!,
    format: formats[0]!,
    alpha: await hasAlpha(image),
  };
  if ((await image.fileDirectory.loadValue('PhotometricInterpretation')) === PALETTE) {
    throw new Error('its numbers stand for classes with colours of their own (a palette), which have no mean; count its cells in a GIS');
  }
  refuseSize(structure);
  const compression = knownCompression(image.fileDirectory.getValue('Compression') ?? 1);
  refuseNumbers(bitsOfBands, formats);
  if ((await image.fileDirectory.loadValue('FillOrder')) === LOWEST_FIRST) {
    throw new Error('the bits of its bytes are in reverse order (FillOrder 2), which is not supported; gdal_translate makes a copy that is');
  }
  // Differences are undone in the byte order of the machine, whatever that of the file: the numbers would be silently wrong.
  if (!image.littleEndian && structure.bits > 8 && WITH_PREDICTOR.has(compression) && ((await image.fileDirectory.loadValue('Predictor')) ?? NO_PREDICTOR) !== NO_PREDICTOR) {
    throw new Error('it is big-endian with a predictor, which is not supported; gdal_translate makes a copy that is');
  }
  refuseBlocks(structure, structure.interleaved ? bitsOfBands.reduce((sum, bits) => sum + bits, 0) : structure.bits);
  return structure;
}

/** Programs write any four bands of bytes as an RGB picture with an alpha band, so there it means nothing. */
async function hasAlpha({ fileDirectory }: GeoTIFFImage): Promise<boolean> {
  const extra = (await fileDirectory.loadValue('ExtraSamples')) as ArrayLike<number> | undefined;
  return Array.from(extra ?? []).some((kind) => ALPHA.includes(kind)) && (await fileDirectory.loadValue('PhotometricInterpretation')) !== RGB;
}

/** Whether its numbers are floats of 32 bits. */
export function holdsSingles({ bits, format }: RasterStructure): boolean {
  return bits === 32 && format === FLOAT;
}

function tagOfBands(image: GeoTIFFImage, tag: 'BitsPerSample' | 'SampleFormat'): number[] {
  return Array.from((image.fileDirectory.getValue(tag) as ArrayLike<number> | undefined) ?? [1]);
}

function refuseSize({ width, height, samples, blockWidth, blockHeight }: RasterStructure): void {
  if (![width, height, samples, blockWidth, blockHeight].every((size) => Number.isInteger(size) && size > 0)) throw new Error('its size is missing');
  if (width * height > MOST_CELLS) throw new Error(`it has ${width} x ${height} cells, more than the allowed ${MOST_CELLS}`);
  if (samples > MOST_BANDS) throw new Error(`it has ${samples} bands, more than the allowed ${MOST_BANDS}`);
}

function knownCompression(code: unknown): number {
  if (typeof code === 'number' && COMPRESSIONS.has(code)) return code;
  throw new Error(`its compression (code ${String(code)}) is not supported; gdal_translate -co COMPRESS=DEFLATE makes a copy that is`);
}

function refuseNumbers(bits: number[], formats: number[]): void {
  const isKnown = bits.every((one) => [8, 16, 32, 64].includes(one)) && formats.every((one) => [1, 2, FLOAT].includes(one));
  if (isKnown && (bits[0] !== 64 || formats[0] === FLOAT)) return;
  throw new Error(`its kind of number (${bits[0]} bits, format ${formats[0]}) is not supported; gdal_translate -ot Float64 makes a copy that is`);
}

function refuseBlocks({ blockWidth, blockHeight }: RasterStructure, bitsOfCell: number): void {
  if ((blockWidth * blockHeight * bitsOfCell) / 8 <= MOST_BLOCK_BYTES) return;
  throw new Error(`its blocks of ${blockWidth} x ${blockHeight} cells do not fit into memory; gdal_translate -co TILED=YES makes a copy with smaller ones`);
}
