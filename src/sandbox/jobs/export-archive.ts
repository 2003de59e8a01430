import type { FileHandle } from 'node:fs/promises';
import type { RequestFilter } from '../request/request-filter';
import { RequestedArea } from '../request/requested-area';
import { datasetsAt, probes, type SoilSite, soilSites } from '../request/selection';
import { geotiffFile, pixelGrid } from '../results/gridded-file';
import { csvFile, geojsonFile } from '../results/observed-files';
import { unhurried } from '../results/unhurried';
import { ZipWriter } from '../results/zip-writer';
import type { GriddedDataset, PointDataset, SyntheticDataset } from '../world/dataset-definition';
import { DATASETS } from '../world/datasets';
import type { JobRecord } from './job-store';

/** Most sites of the synthetic world in one file: a field gets all of its sites, a country a selection. */
const MOST_SITES = 2048;

/**
 * Writes the zip of a job: the same job gives the same bytes. Resolves with its length in bytes.
 * @throws the signal's reason once it is aborted; the system's error if the file cannot be written
 */
export async function writeExport(file: FileHandle, job: JobRecord, signal: AbortSignal): Promise<number> {
  const { filter } = job;
  signal.throwIfAborted();
  const area = RequestedArea.fromText(filter.geometry);
  const found = datasetsAt(probes(area, filter.spatialFilters), filter);
  const open = found.filter(({ locked }) => !locked);
  const gridded = open.filter((dataset): dataset is GriddedDataset => dataset.kind === 'grid');
  const datasets = open.filter((dataset): dataset is PointDataset => dataset.kind === 'point');
  const sites: SoilSite[] = [];
  for await (const site of unhurried(soilSites(area, filter.spatialFilters, MOST_SITES), signal)) sites.push(site);
  const observed = { datasets, sites, filter, signal };

  const zip = new ZipWriter(file, new Date(job.completedAt));
  await zip.add('README.txt', [readme(job, found, area)]);
  await zip.add('LICENSES.txt', [licences(open)]);
  await zip.add('output_data_points.csv', csvFile(observed));
  for (const dataset of datasets) await zip.add(`${fileName(dataset)}.geojson`, geojsonFile(dataset, observed));
  if (gridded.length > 0) {
    const grid = await pixelGrid(area, filter, signal);
    for (const dataset of gridded) await zip.add(`${fileName(dataset)}.tif`, [await geotiffFile(dataset, grid, filter, signal)]);
  }
  return zip.finish();
}

/** `World soil grids (synthetic)` becomes `world_soil_grids_synthetic`. */
function fileName({ name }: SyntheticDataset): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function readme({ id, filter, completedAt }: JobRecord, found: readonly SyntheticDataset[], area: RequestedArea): string {
  return `SYNTHETIC SOIL DATA

Everything in this file is invented by the sandbox. Nothing was measured anywhere. Do not use it for decisions about land.

Job:        ${id}
Completed:  ${new Date(completedAt).toISOString()}
Area:       ${area.hectares.toFixed(1)} ha
Asked for:  ${asked(filter)}

Datasets:
${found.map((dataset) => `  ${dataset.identifier}  ${dataset.name}${dataset.locked ? ': locked for download, left out' : ''}`).join('\n') || '  none: there are no data for this request'}

Files:
  output_data_points.csv  the values of all point datasets
  *.geojson               the values of one point dataset each
  *.tif                   one gridded dataset each; a band for each property and depth
  LICENSES.txt            the (invented) licence of each dataset
`;
}

function asked(filter: RequestFilter): string {
  const parts = [
    ['spatial filters', filter.spatialFilters],
    ['soil properties', filter.soilProperties],
    ['datasets', filter.datasets],
    ['GIS data types', filter.gisDataTypes],
  ] as const;
  const narrowed = parts.filter(([, list]) => list.length > 0).map(([name, list]) => `${name} ${list.join(', ')}`);
  if (filter.startYear !== undefined) narrowed.push(`from ${filter.startYear}`);
  if (filter.endYear !== undefined) narrowed.push(`until ${filter.endYear}`);
  return narrowed.join('; ') || 'everything';
}

function licences(datasets: readonly SyntheticDataset[]): string {
  const lines = datasets.map(({ identifier, name, author, licence }) => `${identifier}\t${name}\t${author ?? 'no author stated'}\t${licence ?? 'no licence stated'}`);
  return `SYNTHETIC datasets and their invented licences (${lines.length} of ${DATASETS.length}):\n\n${lines.join('\n')}\n`;
}
