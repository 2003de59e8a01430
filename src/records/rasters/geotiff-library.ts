import { loadedLate } from '../../modules/loaded-late';
import { deflateBlock, lzwBlock, MOST_BLOCK_BYTES, packBitsBlock, storedBlock } from './raster-block';
import { type DifferenceLayout, NO_PREDICTOR, undoPredictor } from './raster-predictor';
import { zstdBlock } from './zstd-thread';

export type GeoTiffLibrary = typeof import('geotiff');
type BlockParameters = InstanceType<GeoTiffLibrary['BaseDecoder']>['parameters'];

/** TIFF compression codes (TIFF 6.0; 8 and 32946 are the two numbers of deflate). */
const DECODERS: [codes: number[], decode: (block: Buffer, mostBytes: number) => Promise<Buffer> | Buffer][] = [
  [[1], storedBlock],
  [[5], lzwBlock],
  [[8, 32946], deflateBlock],
  [[32773], packBitsBlock],
  // A code of libtiff, which GDAL writes.
  [[50000], zstdBlock],
];

/** Compression codes that can be read; the others are refused. */
export const COMPRESSIONS: ReadonlySet<number> = new Set(DECODERS.flatMap(([codes]) => codes));

/** Compressions that use the tag Predictor: libtiff ignores it for others, and without compression. */
export const WITH_PREDICTOR: ReadonlySet<number> = new Set([5, 8, 32946, 50000]);

/**
 * The library that reads the structure of GeoTIFF files. Its own decoders and predictors are replaced by ours, which stop at the
 * size that a block may have, and let the event loop run.
 *
 * @throws SoilError `SOIL_STORAGE` if it cannot be loaded now
 */
export const geotiffLibrary = loadedLate((): GeoTiffLibrary => {
  const library = require('geotiff') as GeoTiffLibrary;
  for (const [codes, decode] of DECODERS) {
    const { BaseDecoder } = library;
    const hasPredictor = codes.some((code) => WITH_PREDICTOR.has(code));
    class BoundedDecoder extends BaseDecoder {
      override async decode(block: ArrayBufferLike): Promise<ArrayBufferLike> {
        const decoded = await decode(Buffer.from(block as ArrayBuffer), blockBytes(this.parameters));
        const numbers = ownMemory(decoded);
        if (hasPredictor && this.parameters.predictor !== NO_PREDICTOR) await undoPredictor(numbers, differenceLayout(this.parameters));
        return numbers;
      }
    }
    library.addDecoder(codes, () => Promise.resolve(BoundedDecoder));
  }
  return library;
});

/** Memory that holds these bytes only. Most blocks fill theirs and are not copied, as that would block the event loop. */
function ownMemory({ buffer, byteOffset, byteLength }: Buffer): ArrayBufferLike {
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
}

/** Bytes of a whole block with all its samples. A strip may state more rows than the grid has, which means up to the last one. */
function blockBytes({ tileWidth, tileHeight, bitsPerSample, planarConfiguration }: BlockParameters): number {
  const bits = bitsOfBands(bitsPerSample);
  const bitsOfPixel = planarConfiguration === 2 ? bits[0]! : bits.reduce((sum, one) => sum + one, 0);
  return Math.min(Math.ceil((tileWidth * bitsOfPixel) / 8) * tileHeight, MOST_BLOCK_BYTES);
}

function differenceLayout({ tileWidth, predictor, bitsPerSample, planarConfiguration }: BlockParameters): DifferenceLayout {
  const bits = bitsOfBands(bitsPerSample);
  if (bits.some((one) => one !== bits[0])) throw new Error('it has a predictor, and bands of several kinds of number');
  const bands = planarConfiguration === 2 ? 1 : bits.length;
  return { predictor, rowLength: tileWidth * bands, bands, bytes: bits[0]! / 8 };
}

function bitsOfBands(bitsPerSample: BlockParameters['bitsPerSample']): number[] {
  return typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample);
}
