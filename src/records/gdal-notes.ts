import type { ExportFile } from './export-source';
import { type GdalItem, MOST_ITEMS, unescaped } from './gdal-metadata';

/** What GDAL has to say of a grid besides what is in it. */
export interface GdalNotes {
  /**
   * The number that stands for no value; empty where there is none.
   *
   * @throws Error where bands have different ones
   */
  noData: () => string;
  /** The items of each band (numbers count from 0), then those of all. */
  items: (sample: number) => GdalItem[];
}

export const NO_NOTES: GdalNotes = { noData: () => '', items: () => [] };

/** The notes may hold histograms and tables of classes; what is looked for comes before them. */
const MOST_BYTES = 1024 * 1024;
const BAND = '<PAMRasterBand';
const BAND_NUMBER = /^[^<>]{0,200}\sband="(\d{1,6})"/;
const NO_DATA = /<NoDataValue\b[^<>]{0,100}>([^<>]{1,100})<\/NoDataValue>/g;
const ITEM = /<(?:MDI key="([^"<>]{1,500})"|(Description|UnitType|Scale|Offset))>([^<]{0,10000})</g;

/**
 * Reads the notes that GDAL lays beside a grid (`grid.tif.aux.xml`) where it may not write into the grid: that one is opened for reading, or
 * gets none of GDAL's own tags (`PROFILE=GeoTIFF`). The text is looked through; nothing in it is followed.
 */
export async function gdalNotes(notes: ExportFile): Promise<GdalNotes> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of (await notes.open()) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const [ofAll = '', ...bands] = text.split(BAND);
  const shared = itemsIn(ofAll);
  const own = new Map(bands.map((band, index) => [Number(BAND_NUMBER.exec(band)?.[1] ?? index + 1) - 1, itemsIn(band)]));
  return { noData: () => noDataIn(text), items: (sample) => [...(own.get(sample) ?? []), ...shared] };
}

function noDataIn(text: string): string {
  const numbers = new Set([...text.matchAll(NO_DATA)].map(([, number]) => number!.trim()));
  if (numbers.size > 1) throw new Error('a file .aux.xml beside it has another number for no value in each band; gdal_translate -b makes a file of one');
  return [...numbers][0] ?? '';
}

function itemsIn(text: string): GdalItem[] {
  const items: GdalItem[] = [];
  for (const [, name = '', element, value = ''] of text.matchAll(ITEM)) {
    if (items.length === MOST_ITEMS) break;
    items.push({ name: unescaped(name), role: element?.toLowerCase() ?? null, value: unescaped(value.trim()) });
  }
  return items;
}
