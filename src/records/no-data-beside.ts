import type { ExportFile } from './export-source';

/** The notes may hold histograms and tables of classes; what stands for no value comes before them. */
const MOST_CHARACTERS = 1024 * 1024;
const NO_DATA = /<NoDataValue\b[^<>]{0,100}>([^<>]{1,100})<\/NoDataValue>/g;

/**
 * The number that stands for no value, by the notes that GDAL lays beside a grid (`grid.tif.aux.xml`) where it may not write it into the grid:
 * that one is opened for reading, or gets none of GDAL's own tags (`PROFILE=GeoTIFF`). The text is looked through; nothing in it is followed.
 *
 * @returns an empty text where there is none
 * @throws Error where bands have different ones
 */
export async function noDataBeside(notes: ExportFile): Promise<string> {
  let text = '';
  for await (const chunk of (await notes.open()) as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.length > MOST_CHARACTERS) break;
  }
  const numbers = new Set([...text.matchAll(NO_DATA)].map(([, number]) => number!.trim()));
  if (numbers.size > 1) throw new Error('a file .aux.xml beside it has another number for no value in each band; gdal_translate -b makes a file of one');
  return [...numbers][0] ?? '';
}
