import { setImmediate } from 'node:timers/promises';
import type { SyntheticDataset } from './datasets';
import { observationsAt } from './observations';
import type { RequestFilter } from './request-filter';
import type { SoilSite } from './selection';

/** The columns of `output_data_points.csv`, as deployments write them. */
export const CSV_COLUMNS = [
  'id',
  'lat',
  'lon',
  'property',
  'original_name',
  'upper_depth_cm',
  'lower_depth_cm',
  'value',
  'unit',
  'sampling_date',
  'license',
  'h3_index',
  'publication_date',
  'data_source',
] as const;

const H3_RESOLUTION = 10;

/** The CSV of all point datasets, a chunk for each site; the event loop gets its turn in between. */
export async function* csvChunks(
  datasets: readonly SyntheticDataset[],
  sites: readonly SoilSite[],
  filter: RequestFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { latLngToCell } = await import('h3-js');
  yield `${CSV_COLUMNS.join(',')}\n`;
  for (const site of sites) {
    const h3 = latLngToCell(site.latitude, site.longitude, H3_RESOLUTION);
    let lines = '';
    for (const dataset of datasets) {
      if (dataset.kind !== 'point') continue;
      for (const row of observationsAt(dataset, site, filter)) {
        lines += `${[
          row.id,
          row.latitude,
          row.longitude,
          row.property,
          row.originalName,
          row.top,
          row.bottom,
          row.value,
          row.unit,
          row.date,
          dataset.licence,
          h3,
          dataset.publicationDate,
          dataset.name,
        ]
          .map(csvCell)
          .join(',')}\n`;
      }
    }
    if (lines !== '') yield lines;
    await setImmediate(undefined, { signal });
  }
}

/** RFC 4180: quoted where it must be. */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
