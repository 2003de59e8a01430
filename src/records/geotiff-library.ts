import { deflateBlock, lzwBlock, packBitsBlock, storedBlock } from './raster-block';
import { zstdBlock } from './zstd-thread';

export type GeoTiffLibrary = typeof import('geotiff');
type BlockParameters = InstanceType<GeoTiffLibrary['BaseDecoder']>['parameters'];

/** TIFF compression codes (TIFF 6.0; 8 and 32946 are the two numbers of deflate). */
const DECODERS: [codes: number[], decode: (block: Buffer, mostBytes: number) => Promise<Buffer> | Buffer][] = [
  [[1], storedBlock],
  [[5], lzwBlock],
  [[8, 32946], deflateBlock],
  [[32773], packBitsBlock],
  // Of libtiff, as GDAL writes it.
  [[50000], zstdBlock],
];

/** Compression codes that can be read; the others are refused. */
export const COMPRESSIONS: ReadonlySet<number> = new Set(DECODERS.flatMap(([codes]) => codes));

let library: GeoTiffLibrary | undefined;

/**
 * The library that reads the structure of GeoTIFF files. Its own decoders are replaced by ours, which stop at the size that a block may
 * have, and let the event loop run.
 */
export function geotiffLibrary(): GeoTiffLibrary {
  if (!library) {
    // Loaded when the first raster is read.
    library = require('geotiff') as GeoTiffLibrary;
    for (const [codes, decode] of DECODERS) {
      const { BaseDecoder } = library;
      class BoundedDecoder extends BaseDecoder {
        override async decodeBlock(block: ArrayBufferLike): Promise<ArrayBufferLike> {
          const decoded = await decode(Buffer.from(block as ArrayBuffer), blockBytes(this.parameters));
          return decoded.buffer.slice(decoded.byteOffset, decoded.byteOffset + decoded.byteLength);
        }
      }
      library.addDecoder(codes, () => Promise.resolve(BoundedDecoder));
    }
  }
  return library;
}

/** Bytes of a whole block of all its samples. */
function blockBytes({ tileWidth, tileHeight, bitsPerSample, planarConfiguration }: BlockParameters): number {
  const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample);
  const bitsOfPixel = planarConfiguration === 2 ? bits[0]! : bits.reduce((sum, one) => sum + one, 0);
  return Math.ceil((tileWidth * bitsOfPixel) / 8) * tileHeight;
}
