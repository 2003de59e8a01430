import type { FileHandle } from 'node:fs/promises';
import type { JobRecord } from './job-store';
import { csvChunks } from './data-points-csv';
import { RequestedArea } from './requested-area';
import { datasetsAt, probes, soilSites } from './selection';
import { ZipWriter } from './zip-writer';

/** Sites of the synthetic world in one file: a field has all of its own, a country a selection. */
const MOST_SITES = 2048;

/**
 * Writes the zip of a job: the same job gives the same bytes. Gives its length.
 */
export async function writeExport(file: FileHandle, job: JobRecord, signal: AbortSignal): Promise<number> {
  const { filter } = job;
  const area = await RequestedArea.fromText(filter.geometry);
  const datasets = datasetsAt(probes(area, filter.spatialFilters), filter).filter((dataset) => !dataset.locked);
  const sites = [...soilSites(area, filter.spatialFilters, MOST_SITES)];
  const zip = new ZipWriter(file, new Date(job.completedAt));
  await zip.add('output_data_points.csv', csvChunks(datasets, sites, filter, signal));
  return zip.finish();
}
