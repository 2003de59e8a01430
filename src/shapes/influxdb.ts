import type { ProfileRow } from '../profiles/texture-slice';
import { depthText } from '../records/fields/depth-interval';
import { beginningOf } from '../records/fields/sampling-date';
import type { SoilRecord } from '../records/soil-record';
import { inTurns, madeInTurns } from '../time/in-turns';
import { leftOutOf, type ShapeContext, type ShapedMessage } from './shaped-message';
import { shownLicences } from './shown-text';

/**
 * A point as the `influxdb batch` node takes it. `timestamp` is a Date: a number would need to be in the precision of that node, and the
 * number 0 would become now.
 */
interface InfluxPoint {
  measurement: string;
  fields: Record<string, number | string>;
  tags: Record<string, string>;
  timestamp: Date;
}

/** InfluxDB counts time in nanoseconds of 64 bits, from 1677-09-21 to 2262-04-11: it refuses a message with any point beyond. */
const FARTHEST_MS = 9_223_372_036_854;

/** Whether it is text that the node would store as an integer, since line protocol writes integers so. */
function isTakenForInteger(value: number | string): boolean {
  return typeof value === 'string' && /^-?\d+i$/.test(value);
}

/** Why InfluxDB does not keep a record. */
const LEFT_OUT = {
  empty: 'Records without a value',
  misread: 'Records of a class such as 3i, which the influxdb batch node would take for the integer 3',
  undated: 'Records without a date, which InfluxDB would take for new',
  unreadable: 'Records with a date that cannot be read',
  beyond: 'Records with a date that InfluxDB cannot store (before September 1677 or after April 2262)',
  overwritten: 'Records that another one of the same point replaces, as InfluxDB keeps one value for each',
} as const;
type LeftOut = keyof typeof LEFT_OUT;

/** The time and the value of a record's point; or why it has none. */
function pointOf({ date, value }: SoilRecord): Pick<InfluxPoint, 'timestamp' | 'fields'> | LeftOut {
  if (value === null) return 'empty';
  if (isTakenForInteger(value)) return 'misread';
  if (date === null) return 'undated';
  const timestamp = beginningOf(date);
  if (timestamp === null) return 'unreadable';
  if (Math.abs(timestamp.getTime()) > FARTHEST_MS) return 'beyond';
  return { timestamp, fields: typeof value === 'number' ? { value } : { class: value } };
}

/**
 * A point for each record with a value and a date. Place, depth and source are tags: without them, points of one time would overwrite each
 * other. A bare year is stored at its beginning and stays readable in the tag `date`. Undated records are left out: InfluxDB would take
 * them for new. Records that differ only in their value are one point there, which keeps the last: they are counted.
 */
export async function influxOfRecords(records: readonly SoilRecord[], { signal }: ShapeContext): Promise<ShapedMessage> {
  const payload: InfluxPoint[] = [];
  const leftOut: Record<LeftOut, number> = { empty: 0, misread: 0, undated: 0, unreadable: 0, beyond: 0, overwritten: 0 };
  const points = new Set<string>();
  const add = (record: SoilRecord): void => {
    const point = pointOf(record);
    if (typeof point === 'string') {
      leftOut[point] += 1;
      return;
    }
    const { fields, timestamp } = point;
    const { date, dataset, property, originalName, method, unit, depthTop, depthBottom, lon, lat, h3, licence } = record;
    const depth = depthText(depthTop, depthBottom);
    const tags = tagged({ dataset, property, original_name: originalName, method, unit, depth, date, lon, lat, h3, licence });
    const key = JSON.stringify([Object.keys(fields), tags]);
    if (points.has(key)) leftOut.overwritten += 1;
    points.add(key);
    payload.push({ measurement: 'soil', fields, tags, timestamp });
  };
  await inTurns(records, add, signal);
  return { payload, ...leftOutOf(...Object.entries(leftOut).map(([why, count]) => [LEFT_OUT[why as LeftOut], count] as const)) };
}

/**
 * A point for each slice, at the time of retrieval: a profile is made of samples of many dates. The tag `topic` holds the area's name:
 * without it, nobody could tell the profiles of several fields apart.
 */
export async function influxOfProfile(slices: readonly ProfileRow[], { retrieved, name, signal }: ShapeContext): Promise<ShapedMessage> {
  let misread = 0;
  const point = (slice: ProfileRow): InfluxPoint => {
    const { property, unit, method, depthTop, depthBottom, lon, lat, h3, n, mean, median, sd, p5, p95, coverage } = slice;
    const { datasets, licences, dateFrom, dateTo } = slice;
    const texture: Record<string, string | null> = 'usda' in slice ? { usda: slice.usda, hypres: slice.hypres } : {};
    // Not tags: the series of a field would break off when another dataset comes in.
    const sources = tagged({ datasets: datasets.join('; '), licences: shownLicences(licences), date_from: dateFrom, date_to: dateTo });
    const all = Object.entries<number | string | null>({ mean, median, sd, p5, p95, n, coverage, ...texture, ...sources });
    const told = all.filter((entry): entry is [string, number | string] => entry[1] !== null);
    const fields = told.filter(([, value]) => !isTakenForInteger(value));
    misread += told.length - fields.length;
    return {
      measurement: 'soil_profile',
      fields: Object.fromEntries(fields),
      tags: tagged({ topic: name ?? null, property, unit, method, depth: depthText(depthTop, depthBottom), lon, lat, h3 }),
      timestamp: retrieved,
    };
  };
  const payload = await madeInTurns(slices, point, signal);
  return { payload, ...leftOutOf(['Names such as 3i, which the influxdb batch node would take for the integer 3', misread]) };
}

/** A tag cannot be empty: what is missing has no tag. */
function tagged(tags: Record<string, string | number | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tags)
      .map(([name, value]): [string, string] => [name, tagValue(String(value ?? ''))])
      .filter(([, value]) => value !== ''),
  );
}

/**
 * The clients of InfluxDB escape neither line breaks nor backslashes in tags. A line break would begin another point, of whatever a name
 * from a stranger's file says, and a backslash would escape the character after it.
 */
function tagValue(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replaceAll('\\', '/').trim();
}
