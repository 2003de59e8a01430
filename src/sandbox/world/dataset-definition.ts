import type { Box } from './lattice';

/** How a dataset gives one property. */
interface SourceColumn {
  property: number;
  /** The property's name and unit at the source. */
  originalName: string;
  originalUnit: string;
  method: string;
}

/** How a collection of profiles gives one property. */
export interface PointColumn extends SourceColumn {
  /** Multiply a harmonised value by this to get it in the unit of the source. */
  factor: number;
  /** By how much this method reads above or below the harmonised value (pH in CaCl2 is lower than in water). */
  shift?: number;
}

/** How a grid gives one property. */
export interface GridColumn extends SourceColumn {
  /** How the stored number becomes the harmonised value: stored x scale. 1 if stored as it is. */
  scale: number;
}

/** What point datasets and grids have in common (specification, section 2.3). */
interface DatasetDefinition {
  identifier: number;
  name: string;
  /** May hold HTML, as real catalogues do. */
  description: string;
  url?: string;
  author?: string;
  /** Absent if the source gives none. */
  licence?: string;
  locked: boolean;
  /** Where it has data. None: the whole land. */
  regions: readonly Box[];
  firstYear: number;
  lastYear: number;
  /** Depth intervals in cm. */
  depths: readonly (readonly [top: number, bottom: number])[];
}

/** Observed profiles: values at places, with the flaws of real collections. */
export interface PointDataset extends DatasetDefinition {
  kind: 'point';
  columns: readonly PointColumn[];
  publicationDate: string;
  /** Share of the sites of the synthetic world at which it has a profile. */
  density: number;
  dates: 'days' | 'years';
  /** Shares of profiles without a date, and of rows without a unit, without a value, and that come twice. */
  undated: number;
  unitless: number;
  valueless: number;
  repeated: number;
}

/** Predicted grids: one value for each cell and depth. */
export interface GriddedDataset extends DatasetDefinition {
  kind: 'grid';
  columns: readonly GridColumn[];
  /** Numbers as stored in the file. */
  storage: 'float32' | 'int16';
}

/** A source of the synthetic world's data. */
export type SyntheticDataset = PointDataset | GriddedDataset;

/** Adjoining depth intervals, from their limits in cm. */
export function layersBetween(...limits: readonly number[]): DatasetDefinition['depths'] {
  return limits.slice(1).map((bottom, index) => [limits[index]!, bottom]);
}

/** Whether a dataset has data at a place (on land). */
export function covers(dataset: SyntheticDataset, longitude: number, latitude: number): boolean {
  if (dataset.regions.length === 0) return true;
  return dataset.regions.some(({ west, south, east, north }) => longitude >= west && longitude <= east && latitude >= south && latitude <= north);
}
