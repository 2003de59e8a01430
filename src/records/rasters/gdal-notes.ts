import { madeInTurns } from '../../time/in-turns';
import type { ExportFile } from '../export-source';
import { type GdalItem, MOST_ITEMS, unescaped, withoutComments } from './gdal-metadata';

/** What GDAL's notes say about a band. */
interface BandNotes {
  /** The number, as text, that stands for no value; empty if there is none. */
  noData: string;
  /** Whether its numbers stand for classes, because there are names, colours or a table of classes. */
  isOfClasses: boolean;
  items: GdalItem[];
}

/** What GDAL's notes say about a grid: about each band (counted from 0), and the items of the grid as a whole. */
export interface GdalNotes {
  ofBand: (sample: number) => BandNotes;
  ofAll: GdalItem[];
}

const NOTHING: BandNotes = { noData: '', isOfClasses: false, items: [] };
/** For a grid without notes. */
export const NO_NOTES: GdalNotes = { ofBand: () => NOTHING, ofAll: [] };

/** A thousand bands with a histogram each take a megabyte or two. What is looked for in a band comes before its histogram, but after those of all bands before it. */
const MOST_BYTES = 4 * 1024 * 1024;
const BAND = '<PAMRasterBand';
const BAND_NUMBER = /^[^<>]{0,200}\sband=["'](\d{1,6})["']/;
const NO_DATA = /<NoDataValue\b[^<>]{0,100}>([^<>]{1,100})<\/NoDataValue>/;
const CLASSES = /<CategoryNames>\s*<Category>|<ColorInterp>\s*Palette\b|<ColorTable\b/i;
/** GDAL calls nearly every table thematic, even that of a histogram; only classes have a name or a colour (usages 2 and 6 to 8). */
const TABLE = /<GDALRasterAttributeTable\b[^<>]{0,500}\btableType=["']thematic["']/i;
const NAME_OR_COLOUR = /<Usage>\s*[2678]\s*<\/Usage>/i;
const ITEM = /<(?:MDI key=(?:"([^"<>]{1,500})"|'([^'<>]{1,500})')|(Description|UnitType|Scale|Offset))>([^<]{0,10000})</g;

/**
 * Reads the notes that GDAL puts beside a grid (`grid.tif.aux.xml`) when it may not write into the grid, because this is open for reading only, or
 * must not have GDAL's own tags (`PROFILE=GeoTIFF`). The text is only searched; no reference in it is followed. Rejects
 * with the signal's reason when aborted.
 *
 * @throws Error if they are too long, as a factor or unit may be at their end: its message goes on after "The grid cannot be read, because"
 */
export async function gdalNotes(notes: ExportFile, signal?: AbortSignal): Promise<GdalNotes> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of notes.open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`an .aux.xml file beside it has more than ${MOST_BYTES / 1024 ** 2} MiB; gdal_translate -norat makes a copy with shorter notes`);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const [ofAll = '', ...bands] = withoutComments(text).split(BAND);
  const notesOfBand = (band: string): BandNotes => ({ noData: noDataIn(band), isOfClasses: CLASSES.test(band) || isTableOfClasses(band), items: itemsIn(band) });
  const own = new Map(
    await madeInTurns(bands.entries(), ([index, band]) => [Number(BAND_NUMBER.exec(band)?.[1] ?? index + 1) - 1, notesOfBand(band)] as const, signal),
  );
  return { ofBand: (sample) => own.get(sample) ?? NOTHING, ofAll: itemsIn(ofAll) };
}

function isTableOfClasses(band: string): boolean {
  return TABLE.test(band) && NAME_OR_COLOUR.test(band);
}

function noDataIn(band: string): string {
  return NO_DATA.exec(band)?.[1]?.trim() ?? '';
}

function itemsIn(text: string): GdalItem[] {
  const items: GdalItem[] = [];
  for (const [, quoted, name = quoted ?? '', element, value = ''] of text.matchAll(ITEM)) {
    if (items.length === MOST_ITEMS) break;
    items.push({ name: unescaped(name), role: element?.toLowerCase() ?? null, value: unescaped(value.trim()) });
  }
  return items;
}
