import type { RequestFilter } from '../request/request-filter';
import type { SoilSite } from '../request/selection';
import type { PointDataset } from '../world/dataset-definition';
import { type Observation, observationsAt } from './observations';
import { unhurried } from './unhurried';

const H3_RESOLUTION = 10;

/** One value as the files of a job carry it, by the names of the columns of `output_data_points.csv` that deployments write. */
interface FileRow {
  id: string;
  lat: number;
  lon: number;
  property: string;
  original_name: string;
  upper_depth_cm: number;
  lower_depth_cm: number;
  value: number | string | null;
  unit: string | null;
  sampling_date: string | null;
  license: string | null;
  h3_index: string;
  publication_date: string;
  data_source: string;
}

/** The columns of `output_data_points.csv`, in their order. */
const CSV_COLUMNS: readonly (keyof FileRow)[] = [
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
];

/** What is in the files of point datasets. */
interface ObservedContent {
  datasets: readonly PointDataset[];
  sites: readonly SoilSite[];
  filter: RequestFilter;
  signal: AbortSignal;
}

/** The CSV file of all point datasets together (RFC 4180, lines end with a line feed), a chunk for each site. */
export async function* csvFile(content: ObservedContent): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\n`;
  for await (const observations of bySite(content)) {
    yield observations.map(({ row }) => `${CSV_COLUMNS.map((column) => csvCell(row[column])).join(',')}\n`).join('');
  }
}

/** The GeoJSON file (RFC 7946) of one point dataset: a feature for each value, with the columns of the CSV and what the source wrote. */
export async function* geojsonFile(dataset: PointDataset, content: ObservedContent): AsyncGenerator<string> {
  const head = { name: dataset.name, description: 'SYNTHETIC data: invented, not measured.', license: dataset.licence ?? null };
  yield `{"type":"FeatureCollection",${JSON.stringify(head).slice(1, -1)},"features":[`;
  let separator = '\n';
  for await (const observations of bySite({ ...content, datasets: [dataset] })) {
    let features = '';
    for (const { row, observation } of observations) {
      const { lat, lon, ...columns } = row;
      const properties = {
        ...columns,
        original_value: observation.originalValue,
        original_unit: observation.originalUnit,
        method: observation.method,
        synthetic: true,
      };
      features += separator + JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties });
      separator = ',\n';
    }
    yield features;
  }
  yield '\n]}\n';
}

/** The rows of each site that has any. */
async function* bySite({ datasets, sites, filter, signal }: ObservedContent): AsyncGenerator<{ row: FileRow; observation: Observation }[]> {
  const { latLngToCell } = await import('h3-js');
  for await (const site of unhurried(sites, signal)) {
    const hexagon = latLngToCell(site.latitude, site.longitude, H3_RESOLUTION);
    const rows = datasets.flatMap((dataset) =>
      [...observationsAt(dataset, site, filter)].map((observation) => ({ observation, row: fileRow(observation, hexagon) })),
    );
    if (rows.length > 0) yield rows;
  }
}

function fileRow(observation: Observation, hexagon: string): FileRow {
  return {
    id: observation.id,
    lat: observation.latitude,
    lon: observation.longitude,
    property: observation.property,
    original_name: observation.originalName,
    upper_depth_cm: observation.top,
    lower_depth_cm: observation.bottom,
    value: observation.value,
    unit: observation.unit,
    sampling_date: observation.date,
    license: observation.dataset.licence ?? null,
    h3_index: hexagon,
    publication_date: observation.dataset.publicationDate,
    data_source: observation.dataset.name,
  };
}

function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
