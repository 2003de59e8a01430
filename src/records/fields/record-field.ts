import { Remembered } from '../remembered';
import { readText } from './missing-value';

/**
 * Names as sources write them, in lower case and without anything but letters and digits. Where a source has several names of a field, the
 * one that stands first here is taken, in whatever order the source has them.
 */
const NAMES = {
  dataset: 'dataset datasetname datasource source',
  property: 'property soilproperty',
  originalName: 'originalname originalproperty',
  value: 'value',
  unit: 'unit unittext',
  harmonisedValue: 'conversion',
  harmonisedUnit: 'conversionunit harmonisedunit',
  originalValue: 'originalvalue',
  originalUnit: 'originalunit',
  depth: 'depth',
  depthInCm: 'depthcm',
  depthTopInCm: 'upperdepthcm depthtopcm topdepthcm depthfromcm topcm',
  depthTop: 'upperdepth depthtop topdepth depthfrom top hzdept hzdeptr',
  depthBottomInCm: 'lowerdepthcm depthbottomcm bottomdepthcm depthtocm bottomcm',
  depthBottom: 'lowerdepth depthbottom bottomdepth depthto bottom hzdepb hzdepbr',
  // Of depths whose names tell none.
  depthUnit: 'depthunit depthunits',
  date: 'samplingdate sampledate observationdate date year',
  lon: 'lon lng long longitude',
  lat: 'lat latitude',
  h3: 'h3index h3',
  licence: 'licence license',
  method: 'method measurementtechnique analyticalmethod',
} as const;

/** What a column, cell or attribute of a source can tell about a record. */
export type RecordField = keyof typeof NAMES;

/** A depth whose name tells its unit. */
export type DepthInCm = Extract<RecordField, `${string}InCm`>;

const FIELDS: ReadonlyMap<string, RecordField> = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.split(' ').map((name) => [name, field as RecordField] as const)),
);

const RANKS: ReadonlyMap<string, number> = new Map([...FIELDS.keys()].map((name, rank) => [name, rank]));

/**
 * What a source has for each field, by the names that it uses. Of two of one name, the first counts; what is empty does not.
 *
 * @param onRepeat takes a name that comes again
 */
export function readFields<Value>(
  named: Iterable<readonly [name: string, value: Value]>,
  onRepeat?: (name: string) => unknown,
): Map<RecordField, Value> {
  const fields = new Map<RecordField, Value>();
  const ranks = new Map<RecordField, number>();
  for (const [name, value] of named) {
    const own = comparableName(name);
    const field = FIELDS.get(own);
    if (!field) continue;
    const [rank, taken] = [RANKS.get(own)!, ranks.get(field) ?? Infinity];
    if (rank === taken) onRepeat?.(name);
    if (rank >= taken || (fields.has(field) && isEmpty(value))) continue;
    fields.set(field, value);
    ranks.set(field, isEmpty(value) ? Infinity : rank);
  }
  return fields;
}

/** The same of columns, whose cells may be empty in one row and not in the next: for each field all that there are, the best name first. */
export function readColumns(names: readonly string[], onRepeat: (name: string) => unknown): Map<RecordField, number[]> {
  const columns = new Map<RecordField, number[]>();
  const seen = new Set<string>();
  const known = names.map((name, column) => ({ name, own: comparableName(name), column })).filter(({ own }) => FIELDS.has(own));
  for (const { name, own, column } of known.sort((one, other) => RANKS.get(one.own)! - RANKS.get(other.own)!)) {
    const field = FIELDS.get(own)!;
    if (seen.has(own)) onRepeat(name);
    else columns.set(field, [...(columns.get(field) ?? []), column]);
    seen.add(own);
  }
  return columns;
}

/** Whether a value says that there is none. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && readText(value) === null);
}

/** Whether a name is one of those that are read. */
export function isField(name: string): boolean {
  return fieldNamed(name) !== undefined;
}

/** What a name tells about a record; `undefined` where it is not read. */
export function fieldNamed(name: string): RecordField | undefined {
  return FIELDS.get(comparableName(name));
}

/** However a field is written, its name is not longer: of a file, each band or feature may name thousands. */
const LONGEST_NAME = 100;

const comparableNames = new Remembered((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** The letters and digits of a name, in lower case; empty for one that no source would write. */
export function comparableName(name: string): string {
  return name.length > LONGEST_NAME ? '' : comparableNames.of(name);
}
