import type { GeoTIFFImage } from 'geotiff';
import { FLOAT, UNSIGNED, type RasterStructure } from './raster-structure';
import type { UnpackingLimit } from './unpacking-limit';

type BlockReader = GeoTIFFImage['getTileOrStrip'];

/** How the numbers of a grid are stored. */
interface StoredNumbers extends Pick<RasterStructure, 'bits' | 'format'> {
  /** The number that stands for no value, if there is one. */
  noData: number | null;
}

/** Length of a block that is not in the file: writers of sparse files leave out blocks without values. */
const ABSENT = 0;

/**
 * Changes how the library delivers the blocks (tiles or strips) of a grid. The last one is kept: a block that is too large to work on at a time is
 * read window by window, but unpacked only once. A block that the file leaves out has no values: the library would fill it with zeros if NaN
 * stands for no value, and in the machine's byte order whatever the file's. All blocks count towards the limit.
 */
export function adaptBlocks(image: GeoTIFFImage, numbers: StoredNumbers, limit: UnpackingLimit): void {
  const read: BlockReader = image.getTileOrStrip.bind(image);
  let last: { block: string; found: ReturnType<BlockReader> } | null = null;
  const numbersOfBlock = image.getTileWidth() * image.getTileHeight() * (isSeparate(image) ? 1 : image.getSamplesPerPixel());
  const present: BlockReader = async (x, y, sample, decoder, signal) => {
    limit.take(numbersOfBlock);
    const isAbsent = (await storedBytes(image, x, y, sample)) === ABSENT;
    return isAbsent ? { x, y, sample, data: absentBlock(image, sample, numbers) } : read(x, y, sample, decoder, signal);
  };
  image.getTileOrStrip = (x, y, sample, decoder, signal) => {
    const block = `${x} ${y} ${sample}`;
    if (last?.block !== block) last = { block, found: present(x, y, sample, decoder, signal) };
    return last.found;
  };
}

/** How many bytes a block has in the file. Blocks are numbered row by row, and band after band if each band has blocks of its own. */
async function storedBytes(image: GeoTIFFImage, x: number, y: number, sample: number): Promise<number> {
  const across = Math.ceil(image.getWidth() / image.getTileWidth());
  const down = Math.ceil(image.getHeight() / image.getTileHeight());
  const block = (isSeparate(image) ? sample * across * down : 0) + y * across + x;
  return Number(await image.fileDirectory.loadValueIndexed(image.isTiled ? 'TileByteCounts' : 'StripByteCounts', block));
}

/** A block filled with the number for no value; with zeros if there is none, since it was then zeros that were left out. */
function absentBlock(image: GeoTIFFImage, sample: number, { bits, format, noData }: StoredNumbers): ArrayBuffer {
  const cells = image.getTileWidth() * image.getTileHeight();
  const block = new ArrayBuffer(cells * (isSeparate(image) ? image.getSampleByteSize(sample) : image.getBytesPerPixel()));
  if (noData === null) return block;
  // Like GDAL, fills with the nearest number that can be stored: in bytes, 0 for -9999, and 2 for 1.5.
  const least = format === UNSIGNED ? 0 : -(2 ** (bits - 1));
  const left = Math.min(least + 2 ** bits - 1, Math.max(least, Math.sign(noData) * Math.round(Math.abs(noData))));
  const number = Buffer.alloc(bits / 8);
  if (format === FLOAT) number.write(NAN_OF_BITS[bits] ?? '', 'hex');
  else number.writeUIntBE(left < 0 ? left + 2 ** bits : left, 0, number.length);
  Buffer.from(block).fill(image.littleEndian ? number.reverse() : number);
  return block;
}

const NAN_OF_BITS: Readonly<Record<number, string>> = { 16: '7e00', 32: '7fc00000', 64: '7ff8000000000000' };

function isSeparate(image: GeoTIFFImage): boolean {
  return image.planarConfiguration === 2;
}
