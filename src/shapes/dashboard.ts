import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import { inTurns, madeInTurns } from '../time/in-turns';
import { leftOutOf, type ShapeContext, type ShapedMessage } from './shaped-message';
import { shownDepth, shownNumber, shownPlace, shownProperty, shownProvenance } from './shown-text';

/**
 * A point of a depth profile for Dashboard 2's chart, with the keys `series`, `x` and `y`: the value to the right, the depth downwards (cm,
 * below zero), so that no axis needs to be turned round.
 */
interface ChartPoint {
  series: string;
  x: number;
  y: number;
}

/** Downwards, and a plain 0 at the surface: some programs show -0. */
function below(depth: number): number {
  return 0 - depth;
}

/** Each record at the middle of its layer. */
export async function chartOfRecords(records: readonly SoilRecord[], context: ShapeContext): Promise<ShapedMessage> {
  const points: ChartPoint[] = [];
  const add = ({ property, method, originalName, unit, value, depthTop, depthBottom }: SoilRecord): void => {
    if (typeof value !== 'number' || depthTop === null || depthBottom === null) return;
    points.push({ series: seriesName(property, method ?? originalName, unit), x: value, y: below((depthTop + depthBottom) / 2) });
  };
  await inTurns(records, add, context.signal);
  return {
    payload: points,
    beside: action(context),
    ...leftOutOf(['Records without a number or a depth, which no chart can show', records.length - points.length]),
  };
}

/** Each slice as a step: two points, at its top and at its bottom. Series of several areas in one chart are told apart by the areas' names. */
export async function chartOfProfile(slices: readonly ProfileRow[], context: ShapeContext): Promise<ShapedMessage> {
  const points: ChartPoint[] = [];
  const area = context.name === undefined ? '' : `${context.name}: `;
  const add = ({ property, method, unit, mean, depthTop, depthBottom, lon, lat, h3 }: ProfileRow): void => {
    if (mean === null) return;
    const place = lon !== null ? ` at ${lat} ${lon}` : h3 === null ? '' : ` at ${h3}`;
    const series = area + seriesName(property, method, unit) + place;
    points.push({ series, x: mean, y: below(depthTop) }, { series, x: mean, y: below(depthBottom) });
  };
  await inTurns(slices, add, context.signal);
  return { payload: points, beside: action(context), ...leftOutOf(['Slices without a number, which no chart can show', slices.length - points.length / 2]) };
}

/** A row for each record, with the columns that a person looks at. */
export async function tableOfRecords(records: readonly SoilRecord[], context: ShapeContext): Promise<ShapedMessage> {
  const row = ({ property, originalName, method, depthTop, depthBottom, value, unit, date, dataset, licence, lon, lat }: SoilRecord) => ({
    property: shownProperty(property, method ?? originalName),
    depth: shownDepth(depthTop, depthBottom),
    value,
    unit,
    date,
    lat,
    lon,
    dataset,
    licence,
  });
  return { payload: await madeInTurns(records, row, context.signal) };
}

/** A row for each slice. Several areas in one table are told apart by their names. */
export async function tableOfProfile(slices: readonly ProfileRow[], context: ShapeContext): Promise<ShapedMessage> {
  const row = (slice: ProfileRow) => ({
    ...(context.name === undefined ? {} : { topic: context.name }),
    ...shownPlace(slice),
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
    ...shownProvenance(slice),
  });
  return { payload: await madeInTurns(slices, row, context.signal) };
}

/** The first message of several replaces what was shown before. A table goes only by its own setting. */
function action({ first }: ShapeContext): { action: string } {
  return { action: first ? 'replace' : 'append' };
}

function seriesName(property: string, method: string | null, unit: string | null): string {
  return `${shownProperty(property, method)}${unit === null ? '' : `, ${unit}`}`;
}
