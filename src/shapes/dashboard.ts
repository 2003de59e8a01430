import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { shownDepth, shownNumber, shownProperty } from './shown-text';

/**
 * A point of a depth profile for Dashboard 2's chart, with the keys `series`, `x` and `y`: the value to the right, the depth downwards (cm,
 * below zero), so that no axis needs to be turned round.
 */
interface ChartPoint {
  series: string;
  x: number;
  y: number;
}

/** Each record at the middle of its layer. */
export function chartOfRecords(records: readonly SoilRecord[], context: ShapeContext): ShapedMessage {
  const points: ChartPoint[] = [];
  for (const { property, method, originalName, unit, value, depthTop, depthBottom } of records) {
    if (typeof value !== 'number' || depthTop === null || depthBottom === null) continue;
    points.push({ series: seriesName(property, method ?? originalName, unit), x: value, y: -(depthTop + depthBottom) / 2 });
  }
  return {
    payload: points,
    beside: action(context),
    ...missing(records.length - points.length, 'Records without a number or a depth, which no chart can show'),
  };
}

/** Each slice as a step: two points, at its top and at its bottom. */
export function chartOfProfile(slices: readonly ProfileRow[], context: ShapeContext): ShapedMessage {
  const points: ChartPoint[] = [];
  for (const { property, method, unit, mean, depthTop, depthBottom, lon, lat } of slices) {
    if (mean === null) continue;
    const place = lon === null ? '' : ` at ${lat} ${lon}`;
    const series = seriesName(property, method, unit) + place;
    points.push({ series, x: mean, y: 0 - depthTop }, { series, x: mean, y: -depthBottom });
  }
  return { payload: points, beside: action(context) };
}

/** A row for each record, with the columns that a person looks at. */
export function tableOfRecords(records: readonly SoilRecord[], context: ShapeContext): ShapedMessage {
  const payload = records.map(
    ({ property, originalName, method, depthTop, depthBottom, value, unit, date, dataset, licence, lon, lat }) => ({
      property: shownProperty(property, method ?? originalName),
      depth: shownDepth(depthTop, depthBottom),
      value,
      unit,
      date,
      lat,
      lon,
      dataset,
      licence,
    }),
  );
  return { payload, beside: action(context) };
}

/** A row for each slice. */
export function tableOfProfile(slices: readonly ProfileRow[], context: ShapeContext): ShapedMessage {
  const payload = slices.map((slice) => ({
    ...(slice.lon === null ? {} : { lat: slice.lat, lon: slice.lon }),
    property: shownProperty(slice.property, slice.method),
    depth: shownDepth(slice.depthTop, slice.depthBottom),
    mean: 'usda' in slice ? slice.usda : shownNumber(slice.mean),
    unit: slice.unit,
    median: shownNumber(slice.median),
    sd: shownNumber(slice.sd),
    p5: shownNumber(slice.p5),
    p95: shownNumber(slice.p95),
    n: slice.n,
    'covered %': Math.round(slice.coverage * 100),
  }));
  return { payload, beside: action(context) };
}

/** The first message of several takes the place of what was shown before. */
function action({ first }: ShapeContext): { action: string } {
  return { action: first ? 'replace' : 'append' };
}

function seriesName(property: string, method: string | null, unit: string | null): string {
  return `${shownProperty(property, method)}${unit === null ? '' : `, ${unit}`}`;
}

function missing(count: number, what: string): { leftOut?: string[] } {
  return count === 0 ? {} : { leftOut: [`${what}: ${count}.`] };
}
