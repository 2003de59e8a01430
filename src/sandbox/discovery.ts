import type { RequestFilter } from './request/request-filter';
import type { RequestedArea } from './request/requested-area';
import { datasetsAt, probes } from './request/selection';
import type { SyntheticDataset } from './world/dataset-definition';
import { DATASETS } from './world/datasets';
import { type PropertyDefinition, SOIL_PROPERTIES } from './world/soil-properties';
import { filtersAt, SPATIAL_FILTERS, type SpatialFilterDefinition } from './world/spatial-filters';

/** The filters whose class occurs in the area (section 4.1). */
export function filtersIn(area: RequestedArea): SpatialFilterDefinition[] {
  const present = new Set(probes(area, []).flatMap(({ ground }) => filtersAt(ground)));
  return SPATIAL_FILTERS.filter(({ identifier }) => present.has(identifier));
}

/** The properties of the datasets that cover those parts of the area where the filters hold (section 4.2). */
export function propertiesIn(area: RequestedArea, filter: RequestFilter): PropertyDefinition[] {
  const datasets = datasetsIn(area, filter);
  return SOIL_PROPERTIES.filter(({ identifier }) => datasets.some(({ columns }) => columns.some(({ property }) => property === identifier)));
}

/** The datasets that cover the area, for the filters and properties (section 4.3). */
export function datasetsIn(area: RequestedArea, filter: RequestFilter): SyntheticDataset[] {
  return datasetsAt(probes(area, filter.spatialFilters), filter);
}

/** Sections 2.1, 2.2 and 2.4: a list within a list. */
export function itemList(base: string, collection: string, description: string, items: unknown[]): Record<string, unknown> {
  const id = `${base}/v1/${collection}`;
  const list = { id, type: 'ItemList', description: `${description} SYNTHETIC data.` };
  return { '@context': `${base}/v1/core.jsonld`, ...list, items: { ...list, items } };
}

/** Section 2.1. */
export function filterItem(base: string, { identifier, type, name, description }: SpatialFilterDefinition): Record<string, unknown> {
  return { type, id: `${base}/v1/spatial-filters/${identifier}`, identifier, name, description };
}

/** Section 2.2. */
export function propertyItem({ identifier, type, name, description, units }: PropertyDefinition): Record<string, unknown> {
  return {
    type,
    identifier,
    name,
    description,
    ...(units.length > 0 && { unitText: units.map(({ text }) => text).join(','), unitCode: units.map(({ code }) => code).join(',') }),
  };
}

/** Section 2.4, the catalogue. */
export function catalog(base: string, datasets: readonly SyntheticDataset[], description: string): Record<string, unknown> {
  const years = datasets.length === 0 ? DATASETS : datasets;
  const first = Math.min(...years.map(({ firstYear }) => firstYear));
  const last = Math.max(...years.map(({ lastYear }) => lastYear));
  return {
    '@context': `${base}/v1/core.jsonld`,
    id: `${base}/v1/datasets`,
    type: 'DataCatalog',
    description: `${description} SYNTHETIC data.`,
    temporalCoverage: `${first}/${last}`,
    DataSet: datasets.map((dataset) => datasetItem(base, dataset)),
  };
}

/** Section 2.3, with author and licence if the dataset states them. A grid has the size of a file for each property and depth, as sources keep them. */
export function datasetItem(base: string, dataset: SyntheticDataset): Record<string, unknown> {
  const gridded = dataset.kind === 'grid';
  return {
    type: 'DataSet',
    id: `${base}/v1/datasets/${dataset.identifier}`,
    identifier: dataset.identifier,
    name: dataset.name,
    description: dataset.description,
    url: dataset.url,
    measurementTechnique: {
      type: 'DefinedTerm',
      name: gridded ? 'Derived soil profile' : 'Observed soil profile',
      termCode: gridded ? 'DerivedSoilProfile' : 'ObservedSoilProfile',
      url: `https://example.org/terms/${gridded ? 'DerivedSoilProfile' : 'ObservedSoilProfile'}`,
    },
    distribution: { type: 'DataDownload', encodingFormat: gridded ? 'TIF' : 'GeoJSON', lockedForDownload: dataset.locked },
    size: gridded ? { type: 'QuantitativeValue', value: String(dataset.columns.length * dataset.depths.length), unitCode: 'files' } : undefined,
    author: dataset.author && { type: 'Organization', name: dataset.author },
    license: dataset.licence,
    temporalCoverage: `${dataset.firstYear}/${dataset.lastYear}`,
  };
}
