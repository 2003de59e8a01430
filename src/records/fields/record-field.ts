import { Remembered } from '../remembered';
import { readText } from './missing-value';

/**
 * Names that sources use, in lower case and with letters and digits only. If a source has several names for one field, the one listed first
 * here is taken, whatever their order in the source.
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
  // For depths whose names do not tell it.
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
 * What a source has for each field, under any of its names. If a name comes twice, the first counts; empty values do not.
 *
 * @param onRepeat called with a name that comes again
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

/** The same for columns, whose cells may be empty in one row and not in the next: all columns of each field, the best name first. */
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

/** Whether a value is missing, or a text that says so. */
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

/** No field has a longer name, however it is written; each band or feature of a file may have thousands of names. */
const LONGEST_NAME = 100;

const comparableNames = new Remembered((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** The letters and digits of a name, in lower case; empty for one that no source would write. */
export function comparableName(name: string): string {
  return name.length > LONGEST_NAME ? '' : comparableNames.of(name);
}
