import { type FileHandle, open } from 'node:fs/promises';
import type { GeoTIFFImage } from 'geotiff';
import { reasonOf } from '../../errors/reason-of';
import { SoilError } from '../../errors/soil-error';
import { storageError } from '../../errors/storage-error';
import { TurnTaker } from '../../time/turn-taker';
import type { ExportFile } from '../export-source';
import type { CellValues } from './cell-histogram';
import { furtherImages } from './further-images';
import { type GdalItem, gdalItems, type GdalItems } from './gdal-metadata';
import { gdalNotes, NO_NOTES, type GdalNotes } from './gdal-notes';
import { gdalNumber } from './gdal-number';
import { geotiffLibrary } from './geotiff-library';
import { adaptBlocks } from './grid-blocks';
import { type RasterBand, readRasterBand, tellingItems } from './raster-band';
import { MOST_BLOCK_BYTES } from './raster-block';
import { type RasterGrid, rasterGrid } from './raster-grid';
import { FLOAT, rasterStructure, type RasterStructure } from './raster-structure';
import { TiffDirectories } from './tiff-directory';
import { UnpackingLimit } from './unpacking-limit';

const MOST_SLICE_BYTES = 2 * MOST_BLOCK_BYTES;

/** Significant digits of floats of 32 and of 64 bits, less what sums lose. */
const SINGLE_DIGITS = 7;
const DOUBLE_DIGITS = 12;

/** A window of cells of some bands, row by row. */
export interface RasterWindow {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What other files say of a grid. */
export interface BesideGrid {
  /** Whether one of them (`grid.tif.msk`) says which cells have a value. */
  mask?: boolean;
  /** GDAL's notes (`grid.tif.aux.xml`). */
  notes?: ExportFile | undefined;
}

/** The reading that a grid is a part of. */
interface OfReading {
  /** What may be unpacked of all its grids; default: of this one alone. */
  limit?: UnpackingLimit;
  signal?: AbortSignal | undefined;
}

/** A GeoTIFF whose structure has been read and checked, and whose cells are read window by window. */
export class RasterFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly bytes: number,
    private readonly limit: UnpackingLimit,
    private readonly image: GeoTIFFImage,
    readonly structure: RasterStructure,
    readonly bands: readonly RasterBand[],
    /** Bands (from 0) whose numbers stand for classes, of which there is no mean. */
    readonly ofClasses: readonly number[],
    readonly noData: number | null,
    /** Significant digits that its numbers can bear. */
    readonly digits: number,
    readonly grid: RasterGrid | null,
    /** Pages behind the one that is read. */
    readonly furtherPages: number,
  ) {}

  /**
   * @param path where the file lies
   * @param name of the file, for what it tells of a property
   * @throws SoilError `SOIL_ARCHIVE` for a file that is no GeoTIFF or cannot be read within the limits, `SOIL_STORAGE` where it is not
   * there; the signal's reason when aborted
   */
  static async open(path: string, name: string, beside: BesideGrid = {}, reading: OfReading = {}): Promise<RasterFile> {
    const file = await open(path).catch((error: unknown) => {
      throw storageError(error, 'read the grid', path);
    });
    try {
      if (beside.mask) throw valuesMarkedBy('a mask beside it');
      return await RasterFile.read(file, name, beside, reading);
    } catch (error) {
      await file.close();
      reading.signal?.throwIfAborted();
      throw unreadable(error);
    }
  }

  private static async read(file: FileHandle, name: string, { notes }: BesideGrid, { signal, limit = new UnpackingLimit() }: OfReading): Promise<RasterFile> {
    const directories = new TiffDirectories(file);
    await directories.check();
    const { default: GeoTIFF } = geotiffLibrary();
    const tiff = await GeoTIFF.fromSource(sourceOf(file) as never);
    // What the library leaves for later (the tables of many blocks), it takes for little-endian, whatever the file is.
    tiff.parser.eager = !tiff.littleEndian;
    const image = await tiff.getImage(0);
    const structure = await rasterStructure(image);
    const { width, height, samples, bits, format } = structure;
    const further = await furtherImages(tiff, directories, width, height);
    if (further.mask) throw valuesMarkedBy('a mask in it');
    const { fileDirectory } = image;
    const single = bits === 32 && format === FLOAT;
    const beside = notes ? await gdalNotes(notes, signal) : NO_NOTES;
    const noData = noDataIn(sharedNoData(text(fileDirectory.getValue('GDAL_NODATA')), beside, samples), single);
    // Where numbers tell, as in a copy that GDAL makes, the band tells nothing else.
    if (structure.alpha && noData === null) throw valuesMarkedBy('an alpha band in it');
    adaptBlocks(image, { bits, format, noData }, limit);
    const items = await gdalItems(text(await fileDirectory.loadValue('GDAL_METADATA')), signal);
    const copyright = text(await fileDirectory.loadValue('Copyright')) || null;
    const itemsOfBand = byWeight(items, beside.items);
    const bands: RasterBand[] = [];
    const turns = new TurnTaker();
    for (let sample = 0; sample < samples; sample += 1) {
      const band = readRasterBand(itemsOfBand(sample), name, sample, samples);
      bands.push({ ...band, licence: band.licence ?? copyright });
      await turns.rest(signal);
    }
    return new RasterFile(
      file,
      (await file.stat()).size,
      limit,
      image,
      structure,
      bands,
      Array.from({ length: samples }, (_, sample) => sample).filter(beside.isOfClasses),
      noData,
      single ? SINGLE_DIGITS : DOUBLE_DIGITS,
      rasterGrid({
        pixelScale: fileDirectory.getValue('ModelPixelScale'),
        tiepoint: fileDirectory.getValue('ModelTiepoint'),
        transformation: fileDirectory.getValue('ModelTransformation'),
        keys: image.getGeoKeys() ?? {},
      }),
      further.pages,
    );
  }

  /** To be called before windows are read: how many times each block comes. */
  willReadBlocks(times: number): void {
    this.limit.add(this.bytes, times);
  }

  /** The numbers of some bands (from 0) in a window, an array for each. Rejects with `SOIL_ARCHIVE` where they cannot be read, or not within the limit. */
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
    if (!(offset >= 0 && length >= 0 && length <= MOST_SLICE_BYTES)) throw new Error('it names a place that it cannot have');
    const buffer = new ArrayBuffer(length);
    const { bytesRead } = await file.read(new Uint8Array(buffer), 0, length, offset);
    return buffer.slice(0, bytesRead);
  };
  return { fetch: (slices: { offset: number; length: number }[]) => Promise.all(slices.map(sliceOf)) };
}

/** As GDAL weighs them: what the notes say counts more than what the grid says, but for description, unit, scale and offset. */
function byWeight(inGrid: GdalItems, beside: GdalItems): (sample: number) => GdalItem[] {
  const [ofAll, ofAllBeside] = [tellingItems(inGrid.ofAll), tellingItems(beside.ofAll)];
  return (sample) => {
    const notes = [...beside.ofBand(sample), ...ofAllBeside];
    return [...notes.filter(({ role }) => role === null), ...inGrid.ofBand(sample), ...ofAll, ...notes.filter(({ role }) => role !== null)];
  };
}

/** The number for no value of all bands, as text: that of the notes counts more than that of the grid, as in GDAL. */
function sharedNoData(inGrid: string, { noData }: GdalNotes, samples: number): string {
  const told = Array.from({ length: samples }, (_, sample) => noData(sample) || inGrid);
  const numbers = new Set(told.map((number) => (number === '' ? undefined : gdalNumber(number))));
  if (numbers.size > 1) throw new Error('a file .aux.xml beside it has another number for no value in each band; gdal_translate -b makes a file of one');
  return told[0] ?? '';
}

/** The largest float of 32 bits. */
const LARGEST_SINGLE = 2 ** 128 - 2 ** 104;

/**
 * The number that stands for no value, as floats hold it; `null` where there is none. The largest of a kind of float often does, and rounded to fifteen
 * digits, as GDAL's notes have it (-1.79769313486232E+308), it is beyond what any float can be.
 */
function noDataIn(told: string, single: boolean): number | null {
  if (told === '') return null;
  const number = gdalNumber(told);
  const largest = single ? LARGEST_SINGLE : Number.MAX_VALUE;
  const held = Math.max(-largest, Math.min(largest, number));
  return single ? Math.fround(held) : held;
}

/** A text ends with a zero byte; a tag may hold several. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', ' ').trim() : '';
}

/** A copy in floats of 64 bits holds all numbers as they are, and in bytes there may be none left to stand for no value. */
function valuesMarkedBy(what: string): Error {
  return new Error(`${what} says which cells have a value, which is not supported; gdalwarp -ot Float64 -dstnodata nan makes a copy that is`);
}

function unreadable(error: unknown): SoilError {
  const reason = reasonOf(error).replace(/\.$/, '');
  return new SoilError('SOIL_ARCHIVE', `The grid cannot be read, because ${reason.slice(0, 200)}. Download it again, or convert it with GDAL.`);
}
