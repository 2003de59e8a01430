import { covers, type SyntheticDataset } from '../world/dataset-definition';
import { DATASETS } from '../world/datasets';
import { Ground } from '../world/ground';
import { isLand } from '../world/land';
import type { Site } from '../world/lattice';
import { passes } from '../world/spatial-filters';
import { admits, type RequestFilter } from './request-filter';
import type { RequestedArea } from './requested-area';

/** How many sites are looked at to find what exists in an area. */
const MOST_PROBES = 400;

/** A place on land with its soil. */
export interface SoilSite extends Site {
  ground: Ground;
}

/** The land sites of an area that pass the chosen spatial filters. */
export function* soilSites(area: RequestedArea, spatialFilters: readonly number[], most: number): Generator<SoilSite> {
  for (const site of area.sites(most)) {
    const found = soilAt(site, spatialFilters);
    if (found) yield found;
  }
}

/** A selection of the land sites of an area that pass the filters. An area too small to hold a site is looked at in its middle. */
export function probes(area: RequestedArea, spatialFilters: readonly number[]): SoilSite[] {
  const sites = [...area.thinned(MOST_PROBES).sites(MOST_PROBES)];
  const [longitude, latitude] = area.anchor;
  if (sites.length === 0) sites.push({ longitude, latitude, key: 0 });
  return sites.map((site) => soilAt(site, spatialFilters)).filter((site) => site !== undefined);
}

/** The datasets that the filter asks for and that cover one of these sites, whether or not they have a profile there. */
export function datasetsAt(sites: readonly SoilSite[], filter: RequestFilter): SyntheticDataset[] {
  return DATASETS.filter(
    (dataset) =>
      admits(filter.datasets, dataset.identifier) &&
      admits(filter.gisDataTypes, dataset.kind === 'grid' ? 'raster' : 'point') &&
      dataset.columns.some(({ property }) => admits(filter.soilProperties, property)) &&
      dataset.firstYear <= (filter.endYear ?? Infinity) &&
      dataset.lastYear >= (filter.startYear ?? -Infinity) &&
      sites.some(({ longitude, latitude }) => covers(dataset, longitude, latitude)),
  );
}

function soilAt(site: Site, spatialFilters: readonly number[]): SoilSite | undefined {
  if (!isLand(site.longitude, site.latitude)) return undefined;
  const ground = new Ground(site.longitude, site.latitude);
  return passes(ground, spatialFilters) ? { ...site, ground } : undefined;
}
