import { type FileHandle, open } from 'node:fs/promises';
import type { GeoTIFFImage } from 'geotiff';
import { reasonOf } from '../../errors/reason-of';
import { SoilError } from '../../errors/soil-error';
import { storageError } from '../../errors/storage-error';
import type { CellValues } from './cell-histogram';
import { geotiffLibrary } from './geotiff-library';
import { adaptBlocks } from './grid-blocks';
import { MOST_BLOCK_BYTES } from './raster-block';
import { type BesideGrid, describeRaster, type RasterDescription } from './raster-description';
import { TiffDirectories } from './tiff-directory';
import type { UnpackingLimit } from './unpacking-limit';

const MOST_SLICE_BYTES = 2 * MOST_BLOCK_BYTES;

/** A window of cells of some bands, row by row. */
export interface RasterWindow {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The reading that a grid is a part of. */
interface OfReading {
  /** How much may be unpacked of all its grids together. */
  limit: UnpackingLimit;
  signal?: AbortSignal | undefined;
}

/** A GeoTIFF whose structure has been read and checked, and whose cells are read window by window. */
export class RasterFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly bytes: number,
    private readonly limit: UnpackingLimit,
    private readonly image: GeoTIFFImage,
    readonly description: RasterDescription,
  ) {}

  /**
   * @param path where the file lies
   * @param name of the file, which may name the property
   * @throws SoilError `SOIL_ARCHIVE` for a file that is no GeoTIFF or cannot be read within the limits, `SOIL_STORAGE` if it cannot be
   * opened; the signal's reason when aborted
   */
  static async open(path: string, name: string, beside: BesideGrid, reading: OfReading): Promise<RasterFile> {
    const file = await open(path).catch((error: unknown) => {
      throw storageError(error, 'read the grid', path);
    });
    try {
      return await RasterFile.read(file, name, beside, reading);
    } catch (error) {
      await file.close();
      reading.signal?.throwIfAborted();
      throw unreadable(error);
    }
  }

  private static async read(file: FileHandle, name: string, beside: BesideGrid, { signal, limit }: OfReading): Promise<RasterFile> {
    const directories = new TiffDirectories(file);
    await directories.check();
    const { default: GeoTIFF } = geotiffLibrary();
    const tiff = await GeoTIFF.fromSource(sourceOf(file) as never);
    // The library reads what it leaves for later (the tables of many blocks) as little-endian, whatever the file is.
    tiff.parser.eager = !tiff.littleEndian;
    const image = await tiff.getImage(0);
    const description = await describeRaster({ tiff, directories, image }, name, beside, signal);
    const { structure, noData } = description;
    adaptBlocks(image, { ...structure, noData }, limit);
    return new RasterFile(file, (await file.stat()).size, limit, image, description);
  }

  /** Announces, before windows are read, how many times each block will be read. */
  willReadBlocks(times: number): void {
    this.limit.add(this.bytes, times);
  }

  /** The numbers of some bands (from 0) in a window, one array per band. Rejects with `SOIL_ARCHIVE` if they cannot be read, or not within the limit. */
  async readWindow({ x, y, width, height }: RasterWindow, bands: readonly number[]): Promise<CellValues[]> {
    try {
      return await this.image.readRasters({ window: [x, y, x + width, y + height], samples: [...bands], interleave: false });
    } catch (error) {
      throw unreadable(error);
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** Reads slices of the file; refuses those that only a corrupt or hostile file would ask for. */
function sourceOf(file: FileHandle): object {
  const sliceOf = async ({ offset, length }: { offset: number; length: number }): Promise<ArrayBuffer> => {
    if (!(offset >= 0 && length >= 0 && length <= MOST_SLICE_BYTES)) {
      throw new Error(`it refers to ${length} bytes at position ${offset}, which cannot be right`);
    }
    const buffer = new ArrayBuffer(length);
    const { bytesRead } = await file.read(new Uint8Array(buffer), 0, length, offset);
    return buffer.slice(0, bytesRead);
  };
  return { fetch: (slices: { offset: number; length: number }[]) => Promise.all(slices.map(sliceOf)) };
}

/** Reading beyond the end of what there is throws a RangeError, in which the library, or Node, speaks of its buffers. */
function unreadable(error: unknown): SoilError {
  const reason = error instanceof RangeError && !/allocation/i.test(error.message) ? 'it is cut off or damaged' : reasonOf(error).replace(/\.$/, '');
  return new SoilError('SOIL_ARCHIVE', `The grid cannot be read, because ${reason.slice(0, 200)}. Download it again, or convert it with GDAL.`);
}
