import { admits, type RequestFilter } from '../request/request-filter';
import type { SoilSite } from '../request/selection';
import { covers, type PointDataset, type PointColumn } from '../world/dataset-definition';
import { chance } from '../world/noise';
import { propertyOf } from '../world/soil-properties';

/** One value of a point dataset. `null` stands for what real collections leave out. */
export interface Observation {
  /** Identifier of the profile. */
  id: string;
  dataset: PointDataset;
  longitude: number;
  latitude: number;
  property: string;
  originalName: string;
  method: string;
  /** Depth interval, cm. */
  top: number;
  bottom: number;
  /** Harmonised value, in `unit`. */
  value: number | string | null;
  unit: string | null;
  originalValue: number | string | null;
  originalUnit: string | null;
  /** A day, a bare year, or nothing. */
  date: string | null;
}

/** The values of a dataset at one site, in order of depth. Empty if it has no profile there. */
export function* observationsAt(dataset: PointDataset, site: SoilSite, filter: RequestFilter): Generator<Observation> {
  const draw = (purpose: number): number => chance(site.key, dataset.identifier, purpose, 81);
  if (draw(1) >= dataset.density || !covers(dataset, site.longitude, site.latitude)) return;
  const date = samplingDate(dataset, draw);
  const narrowedByYears = filter.startYear !== undefined || filter.endYear !== undefined;
  if (narrowedByYears && !withinYears(date, filter)) return;
  for (const [depth, [top, bottom]] of dataset.depths.entries()) {
    const layer = site.ground.layer((top + bottom) / 2);
    for (const [index, column] of dataset.columns.entries()) {
      if (!admits(filter.soilProperties, column.property)) continue;
      const purpose = 100 + depth * 100 + index;
      const missing = draw(purpose) < dataset.valueless;
      const value = missing ? null : measured(column, layer[propertyOf(column.property).value], draw(purpose + 10_000));
      const unitless = draw(purpose + 20_000) < dataset.unitless;
      const observation: Observation = {
        id: `SYN-${dataset.identifier}-${site.key.toString(36).toUpperCase()}`,
        dataset,
        longitude: Number(site.longitude.toFixed(6)),
        latitude: Number(site.latitude.toFixed(6)),
        property: propertyOf(column.property).name,
        originalName: column.originalName,
        method: column.method,
        top,
        bottom,
        value,
        unit: unitless ? null : (propertyOf(column.property).units[0]?.text ?? null),
        originalValue: typeof value === 'number' ? Number((value * column.factor).toPrecision(6)) : value,
        originalUnit: unitless || column.originalUnit === '' ? null : column.originalUnit,
        date,
      };
      yield observation;
      if (draw(purpose + 30_000) < dataset.repeated) yield observation;
    }
  }
}

/** What a laboratory finds: the value with a small error, except for the texture, whose parts must still add up to 100. */
function measured(column: PointColumn, truth: number | string, luck: number): number | string {
  if (typeof truth === 'string') return truth;
  const property = propertyOf(column.property);
  if (['clay', 'silt', 'sand'].includes(property.value)) return truth;
  const error = property.value === 'ph' ? 0.2 * (luck - 0.5) : truth * 0.08 * (luck - 0.5);
  return Number((truth + (column.shift ?? 0) + error).toFixed(property.decimals));
}

function samplingDate(dataset: PointDataset, draw: (purpose: number) => number): string | null {
  if (draw(2) < dataset.undated) return null;
  const year = dataset.firstYear + Math.floor(draw(3) * (dataset.lastYear - dataset.firstYear + 1));
  if (dataset.dates === 'years') return String(year);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(3 + Math.floor(draw(4) * 8))}-${two(1 + Math.floor(draw(5) * 28))}`;
}

function withinYears(date: string | null, { startYear = -Infinity, endYear = Infinity }: RequestFilter): boolean {
  const year = date === null ? NaN : Number(date.slice(0, 4));
  return year >= startYear && year <= endYear;
}
