import type { GeoTIFFImage } from 'geotiff';
import { cut } from '../../text/cut';
import { TurnTaker } from '../../time/turn-taker';
import type { ExportFile } from '../export-source';
import { LONGEST_NAME } from '../fields/record-reader';
import { furtherImages } from './further-images';
import { type GdalItem, gdalItems, type GdalItems } from './gdal-metadata';
import { gdalNotes, NO_NOTES, type GdalNotes } from './gdal-notes';
import { gdalNumber } from './gdal-number';
import type { GeoTiffLibrary } from './geotiff-library';
import { type RasterBand, readRasterBand, tellingItems } from './raster-band';
import { type RasterGrid, rasterGrid } from './raster-grid';
import { holdsSingles, rasterStructure, type RasterStructure } from './raster-structure';
import type { TiffDirectories } from './tiff-directory';

/** Significant digits of floats of 32 and of 64 bits, less what sums lose. */
const SINGLE_DIGITS = 7;
const DOUBLE_DIGITS = 12;

/** What other files say about a grid. */
export interface BesideGrid {
  /** Whether one of them (`grid.tif.msk`) says which cells have a value. */
  mask?: boolean;
  /** GDAL's notes (`grid.tif.aux.xml`). */
  notes?: ExportFile | undefined;
}

/** What a GeoTIFF, and the files beside it, say about its cells. */
export interface RasterDescription {
  structure: RasterStructure;
  bands: readonly RasterBand[];
  /** Bands (from 0) whose numbers stand for classes, of which there is no mean. */
  ofClasses: readonly number[];
  /** The number that stands for no value, if there is one. */
  noData: number | null;
  /** Significant digits that its numbers can bear. */
  digits: number;
  /** Where its cells lie; `null` if it does not say. */
  grid: RasterGrid | null;
  /** Number of pages after the one that is read. */
  furtherPages: number;
}

/** A file whose first directory is sound, and its first image. */
interface OpenedTiff {
  tiff: InstanceType<GeoTiffLibrary['default']>;
  directories: TiffDirectories;
  image: GeoTIFFImage;
}

/**
 * Reads what the file says about its cells, and checks that they can be read.
 *
 * @param name of the file, which may name the property
 * @throws Error if they cannot be read, or not within the limits: its message goes on after "The grid cannot be read, because"; the signal's reason
 */
export async function describeRaster({ tiff, directories, image }: OpenedTiff, name: string, { mask, notes }: BesideGrid, signal?: AbortSignal): Promise<RasterDescription> {
  if (mask) throw valuesMarkedBy('a mask beside it');
  const structure = await rasterStructure(image);
  const { width, height, samples } = structure;
  const further = await furtherImages(tiff, directories, width, height);
  if (further.mask) throw valuesMarkedBy('a mask in it');
  const { fileDirectory } = image;
  const single = holdsSingles(structure);
  const beside = notes ? await gdalNotes(notes, signal) : NO_NOTES;
  const noData = noDataIn(sharedNoData(text(fileDirectory.getValue('GDAL_NODATA')), beside, samples), single);
  // If a number stands for no value, as in a copy that GDAL makes, the alpha band adds nothing.
  if (structure.alpha && noData === null) throw valuesMarkedBy('an alpha band in it');
  const items = await gdalItems(text(await fileDirectory.loadValue('GDAL_METADATA')), signal);
  const copyright = cut(text(await fileDirectory.loadValue('Copyright')), LONGEST_NAME) || null;
  const itemsOfBand = byWeight(items, beside);
  const bands: RasterBand[] = [];
  const turns = new TurnTaker();
  for (let sample = 0; sample < samples; sample += 1) {
    const band = readRasterBand(itemsOfBand(sample), name, sample, samples);
    // A copy, because V8 keeps a whole text of megabytes for as long as any slice of it is in use.
    bands.push(structuredClone({ ...band, licence: band.licence ?? copyright }));
    await turns.rest(signal);
  }
  return {
    structure,
    bands,
    ofClasses: [...bands.keys()].filter((band) => beside.ofBand(band).isOfClasses),
    noData,
    digits: single ? SINGLE_DIGITS : DOUBLE_DIGITS,
    grid: rasterGrid({
      pixelScale: fileDirectory.getValue('ModelPixelScale'),
      tiepoint: fileDirectory.getValue('ModelTiepoint'),
      transformation: fileDirectory.getValue('ModelTransformation'),
      keys: image.getGeoKeys() ?? {},
    }),
    furtherPages: further.pages,
  };
}

/** In GDAL's order of precedence: the notes count more than the grid, except for description, unit, scale and offset. */
function byWeight(inGrid: GdalItems, beside: GdalNotes): (sample: number) => GdalItem[] {
  const [ofAll, ofAllBeside] = [tellingItems(inGrid.ofAll), tellingItems(beside.ofAll)];
  return (sample) => {
    const notes = [...beside.ofBand(sample).items, ...ofAllBeside];
    return [...notes.filter(({ role }) => role === null), ...inGrid.ofBand(sample), ...ofAll, ...notes.filter(({ role }) => role !== null)];
  };
}

/** The number for no value that all bands share, as text: that of the notes counts more than that of the grid, as in GDAL. */
function sharedNoData(inGrid: string, beside: GdalNotes, samples: number): string {
  const told = Array.from({ length: samples }, (_, sample) => beside.ofBand(sample).noData || inGrid);
  const numbers = new Set(told.map((number) => (number === '' ? undefined : gdalNumber(number))));
  if (numbers.size > 1) throw new Error('an .aux.xml file beside it has a different number for "no value" in each band; gdal_translate -b makes a file of one band');
  return told[0] ?? '';
}

/** The largest float of 32 bits. */
const LARGEST_SINGLE = 2 ** 128 - 2 ** 104;

/**
 * The number that stands for no value, as floats hold it; `null` if there is none. It is often the largest float of a kind; rounded to fifteen digits,
 * as in GDAL's notes (-1.79769313486232E+308), that is beyond what any float can hold.
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

/** The suggested copy is in 64-bit floats, which hold all numbers as they are; in bytes, no number may be left to stand for no value. */
function valuesMarkedBy(what: string): Error {
  return new Error(`${what} says which cells have a value, which is not supported; gdalwarp -ot Float64 -dstnodata nan makes a copy that is`);
}
