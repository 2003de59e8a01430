import { isSoilError, SoilError } from '../../errors/soil-error';
import type { Position } from '../../geometry/area-of-interest';
import { AskedNames, NEVER_TOGETHER } from '../asked-names';
import { SourceTally } from '../data-source';
import type { ExportReading, ReadCounts, ReadOptions } from '../export-reading';
import { isGrid, type ExportFile, type ExportSource } from '../export-source';
import { LicenceFilter } from '../licence-filter';
import { ProblemList } from '../problem-list';
import { FilesOnDisk } from './files-on-disk';
import type { RasterBand } from './raster-band';
import { RasterFile } from './raster-file';
import { type RasterSummary, summariseRaster } from './raster-summary';
import { UnpackingLimit } from './unpacking-limit';

/** How to read grids. */
export interface RasterOptions extends ReadOptions {
  /** Polygons in degrees to clip to; none: whole grids. */
  area?: readonly Position[][][] | undefined;
  onProgress?: (summaries: number) => void;
}

interface RasterReading extends ExportReading {
  summaries: RasterSummary[];
}

interface FoundRaster {
  file: ExportFile;
  path: string;
  bands: readonly RasterBand[];
  /** Those of them, from 0, whose numbers stand for classes. */
  ofClasses: readonly number[];
}

/** What is known of so many takes some ten megabytes, or a hundred if their names are the longest. */
const MOST_BANDS = 20_000;
const TOO_MANY_BANDS = `It was left out: with those before it, the grids have more than ${MOST_BANDS} bands. Ask for fewer datasets or soil properties at once.`;
const FIRST_PAGE_ONLY = 'It has further pages, and only the first was read. gdal_translate makes a file of each.';
const NO_GRIDS = 'No file of the export is a GeoTIFF, so there were no grids to summarise.';

/**
 * Summarises the grids of an export, one after the other.
 *
 * @throws SoilError `SOIL_ARCHIVE` for a corrupt zip, or with `strict`; `SOIL_STORAGE` if a grid cannot be extracted to disk
 */
export async function readRasters(source: ExportSource, options: RasterOptions = {}): Promise<RasterReading> {
  const { signal } = options;
  const problems = new ProblemList(options.strict);
  const sources = new SourceTally();
  const summaries: RasterSummary[] = [];
  const limit = new UnpackingLimit();
  const disk = new FilesOnDisk();
  const files = new Map(source.files.map((file) => [file.name, file]));
  /** Runs work on a grid. If the grid cannot be read, that is a problem of this grid alone, and there is no result. */
  const onGrid = async <Result>(file: ExportFile, path: string, work: (raster: RasterFile) => Promise<Result> | Result): Promise<Result | undefined> => {
    try {
      const raster = await RasterFile.open(path, file.name, { mask: files.has(`${file.name}.msk`), notes: files.get(`${file.name}.aux.xml`) }, { signal, limit });
      try {
        return await work(raster);
      } finally {
        await raster.close();
      }
    } catch (error) {
      if (!isSoilError(error, 'SOIL_ARCHIVE')) throw error;
      problems.add(file.name, null, error.message);
      return undefined;
    }
  };

  try {
    const found: FoundRaster[] = [];
    let bandsFound = 0;
    const take = (file: ExportFile, path: string, { bands, ofClasses }: Pick<FoundRaster, 'bands' | 'ofClasses'>): void => {
      if (bandsFound + bands.length > MOST_BANDS) throw new SoilError('SOIL_ARCHIVE', TOO_MANY_BANDS);
      bandsFound += bands.length;
      found.push({ file, path, bands, ofClasses });
    };
    for (const file of source.files.filter(isGrid)) {
      const path = await disk.pathOf(file, signal);
      await onGrid(file, path, ({ description }) => take(file, path, description));
    }
    if (source.files.length > 0 && !source.files.some(isGrid)) problems.note(NO_GRIDS);
    const { chosen, counts } = choose(found, options, sources, problems);
    for (const { file, path, bands } of chosen) {
      const wanted = { area: options.area ?? null, bands, noValues: options.noValues };
      const read = await onGrid(file, path, async (raster) => {
        const summary = await summariseRaster(raster, file.name, wanted, signal);
        return { ...summary, furtherPages: raster.description.furtherPages };
      });
      if (!read) continue;
      for (const remark of read.remarks) problems.remark(file.name, null, remark);
      if (read.whyWhole !== undefined) problems.add(file.name, null, read.whyWhole, 'It was summarised whole.');
      if (read.furtherPages > 0) problems.add(file.name, null, FIRST_PAGE_ONLY);
      summaries.push(...read.summaries);
      options.onProgress?.(summaries.length);
    }
    for (const summary of summaries) sources.add(summary);
    return { summaries, problems, sources, counts: { ...counts, records: summaries.length } };
  } finally {
    await disk.remove();
  }
}

/** @param bands their numbers, from 0 */
function ofClassesSentence(bands: readonly number[]): string {
  const which = bands.slice(0, 5).map((band) => band + 1).join(', ');
  return `Its numbers stand for classes (band ${which}), as an .aux.xml file beside it says, and classes have no mean: they are left out. Count their cells in a GIS.`;
}

/** The grids of which the names and licences let bands through, with these (from 0). */
function choose(
  found: readonly FoundRaster[],
  options: RasterOptions,
  sources: SourceTally,
  problems: ProblemList,
): { chosen: { file: ExportFile; path: string; bands: number[] }[]; counts: ReadCounts } {
  const all = found.flatMap(({ bands }) => bands);
  const names = new AskedNames(options);
  for (const band of all) names.passes(band);
  const { missing: notFound, doubts } = names;
  for (const doubt of doubts) problems.note(doubt);
  names.dropUnmet();
  const licences = new LicenceFilter(options.licences, options.known);
  const counts: ReadCounts = {
    files: found.map(({ file }) => file.name),
    found: 0,
    records: 0,
    otherNames: 0,
    otherLicences: 0,
    notFound,
    namesUnmet: doubts.length > 0,
  };
  const chosen = found.map(({ file, path, bands, ofClasses }) => {
    const isNamed = (band: number): boolean => names.passes(bands[band]!);
    const classes = ofClasses.filter(isNamed);
    if (classes.length > 0) problems.add(file.name, null, ofClassesSentence(classes));
    const readable = [...bands.keys()].filter((band) => !ofClasses.includes(band));
    const named = readable.filter(isNamed);
    const licensed = named.filter((band) => {
      const passes = licences.passes(bands[band]!);
      if (!passes) sources.leaveOut(bands[band]!);
      return passes;
    });
    counts.found += readable.length;
    counts.otherNames += readable.length - named.length;
    counts.otherLicences += named.length - licensed.length;
    return { file, path, bands: licensed };
  });
  if (counts.found > 0 && counts.otherNames === counts.found) problems.note(NEVER_TOGETHER);
  // Whatever else is wrong with the others, nobody asked for them.
  return { chosen: chosen.filter((one) => one.bands.length > 0), counts };
}
