import type { RequestFilter } from '../request/request-filter';
import type { SoilSite } from '../request/selection';
import type { PointDataset } from '../world/dataset-definition';
import { hexagonAt } from '../world/hexagons';
import { type Observation, observationsAt } from './observations';
import { unhurried } from './unhurried';

/** The columns of `output_data_points.csv` that deployments write, in their order, with their values. */
const COLUMNS = {
  id: ({ id }) => id,
  lat: ({ latitude }) => latitude,
  lon: ({ longitude }) => longitude,
  property: ({ property }) => property,
  original_name: ({ originalName }) => originalName,
  upper_depth_cm: ({ top }) => top,
  lower_depth_cm: ({ bottom }) => bottom,
  value: ({ value }) => value,
  unit: ({ unit }) => unit,
  sampling_date: ({ date }) => date,
  license: ({ dataset }) => dataset.licence ?? null,
  h3_index: (_, hexagon) => hexagon,
  publication_date: ({ dataset }) => dataset.publicationDate,
  data_source: ({ dataset }) => dataset.name,
} satisfies Record<string, (observation: Observation, hexagon: string) => Cell>;

type Cell = number | string | null;

/** One value as it is written to the files of a job. */
type FileRow = Record<keyof typeof COLUMNS, Cell>;

/** What is in the files of point datasets. */
interface ObservedContent {
  datasets: readonly PointDataset[];
  sites: readonly SoilSite[];
  filter: RequestFilter;
  signal: AbortSignal;
}

/** The CSV file of all point datasets together (RFC 4180, lines end with a line feed), a chunk for each site. */
export async function* csvFile(content: ObservedContent): AsyncGenerator<string> {
  yield `${Object.keys(COLUMNS).join(',')}\n`;
  for await (const observations of bySite(content)) {
    yield observations.map(({ row }) => `${Object.values(row).map(csvCell).join(',')}\n`).join('');
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
  for await (const site of unhurried(sites, signal)) {
    const hexagon = hexagonAt(site.longitude, site.latitude);
    const rows = datasets.flatMap((dataset) =>
      [...observationsAt(dataset, site, filter)].map((observation) => ({ observation, row: fileRow(observation, hexagon) })),
    );
    if (rows.length > 0) yield rows;
  }
}

function fileRow(observation: Observation, hexagon: string): FileRow {
  return Object.fromEntries(Object.entries(COLUMNS).map(([name, valueIn]) => [name, valueIn(observation, hexagon)])) as FileRow;
}

function csvCell(value: Cell): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
