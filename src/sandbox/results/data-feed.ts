import { admits, type RequestFilter } from '../request/request-filter';
import type { RequestedArea } from '../request/requested-area';
import { datasetsAt, probes, soilSites, type SoilSite } from '../request/selection';
import { covers, type GriddedDataset } from '../world/dataset-definition';
import { hexagonAt } from '../world/hexagons';
import { propertyOf } from '../world/soil-properties';
import { type Observation, observationsAt } from './observations';

/** Most sites of the synthetic world in one synchronous answer: a small area gets all of its sites. */
const MOST_SITES = 256;
/** Most parts of an area for which the mean of a grid is given separately. */
const MOST_PARTS = 64;

/** A cell of a feed item. `value` is absent if it is missing. */
interface FeedCell {
  type: 'PropertyValue';
  name: string;
  value?: string | number;
  unitText?: string;
}

/**
 * The synchronous answer. The specification leaves its shape open (section 4.5); deployments give a schema.org data feed, with one element of named
 * cells for each value, and an empty list if there are no data. Locked datasets give none.
 */
export function dataFeed(base: string, area: RequestedArea, filter: RequestFilter): Record<string, unknown> {
  const parts = area.parts(MOST_PARTS).map((part) => probes(part, filter.spatialFilters));
  const elements: FeedCell[][] = [];
  for (const dataset of datasetsAt(probes(area, filter.spatialFilters), filter)) {
    if (dataset.locked) continue;
    if (dataset.kind === 'grid') for (const places of parts) elements.push(...meanCells(dataset, places, filter));
    else {
      for (const site of soilSites(area, filter.spatialFilters, MOST_SITES)) {
        for (const row of observationsAt(dataset, site, filter)) elements.push(observedCells(row, hexagonAt(site.longitude, site.latitude)));
      }
    }
  }
  return {
    '@context': `${base}/v1/core.jsonld`,
    id: `${base}/v1/soil-data-by-geometry`,
    type: 'DataFeed',
    name: 'Soil data of the area (synthetic)',
    description: 'SYNTHETIC data: invented, not measured.',
    dataFeedElement: elements.map((item) => ({ type: 'DataFeedItem', item })),
  };
}

function observedCells(row: Observation, h3: string): FeedCell[] {
  const converted = row.originalUnit !== row.unit || row.originalValue !== row.value;
  return [
    cell('Property', row.property),
    cell('Original name', row.originalName),
    cell('Value', row.originalValue, row.originalUnit),
    // If there was nothing to convert, the cell has no value: the original one holds.
    converted ? cell('Conversion', row.value, row.unit) : cell('Conversion', null),
    cell('Depth', `${row.top}-${row.bottom}`, 'cm'),
    cell('Sampling date', row.date),
    cell('Latitude', row.latitude),
    cell('Longitude', row.longitude),
    cell('H3 index', h3),
    cell('Method', row.method),
    cell('License', row.dataset.licence ?? null),
    cell('Data source', row.dataset.name),
  ];
}

/** The mean of a grid over a part of the area, for each property and depth, at a place in it. Integer grids name the depth in the property, as some do. */
function* meanCells(dataset: GriddedDataset, places: readonly SoilSite[], filter: RequestFilter): Generator<FeedCell[]> {
  const covered = places.filter(({ longitude, latitude }) => covers(dataset, longitude, latitude));
  const [middle] = covered;
  if (!middle) return;
  for (const column of dataset.columns) {
    if (!admits(filter.soilProperties, column.property)) continue;
    const property = propertyOf(column.property);
    for (const [top, bottom] of dataset.depths) {
      const depth = (top + bottom) / 2;
      const sum = covered.reduce((total, { ground }) => total + Number(ground.layer(depth)[property.value]), 0);
      const stored = Number((sum / covered.length / column.scale).toFixed(column.scale === 1 ? property.decimals : 0));
      const depthInName = dataset.storage === 'int16';
      yield [
        cell('Property', depthInName ? `${property.name}_${top}-${bottom}cm_mean` : `${property.name}_mean`),
        cell('Original name', column.originalName),
        cell('Value', stored, column.originalUnit),
        cell('Conversion', Number((stored * column.scale).toFixed(property.decimals)), property.units[0]?.text),
        ...(depthInName ? [] : [cell('Depth', `${top}-${bottom}`, 'cm')]),
        cell('Latitude', Number(middle.latitude.toFixed(6))),
        cell('Longitude', Number(middle.longitude.toFixed(6))),
        cell('H3 index', hexagonAt(middle.longitude, middle.latitude)),
        cell('Method', column.method),
        cell('License', dataset.licence ?? null),
        cell('Data source', dataset.name),
      ];
    }
  }
}

function cell(name: string, value: string | number | null, unitText?: string | null): FeedCell {
  return { type: 'PropertyValue', name, value: value ?? undefined, unitText: unitText ?? undefined };
}
