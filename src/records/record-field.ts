import { Remembered } from './remembered';

/** What a column, cell or attribute of a source can tell about a record. */
export type RecordField =
  | 'dataset'
  | 'property'
  | 'originalName'
  | 'value'
  | 'unit'
  | 'harmonisedValue'
  | 'harmonisedUnit'
  | 'originalValue'
  | 'originalUnit'
  | 'depth'
  | 'depthTop'
  | 'depthBottom'
  | 'date'
  | 'lon'
  | 'lat'
  | 'h3'
  | 'licence'
  | 'method';

/**
 * Names as sources write them, in lower case and without anything but letters and digits. Where a source has several names of a field, the
 * one that stands higher up here is taken, in whatever order the source has them.
 */
const FIELDS: ReadonlyMap<string, RecordField> = new Map<string, RecordField>([
  ['dataset', 'dataset'],
  ['datasetname', 'dataset'],
  ['datasource', 'dataset'],
  ['source', 'dataset'],
  ['property', 'property'],
  ['soilproperty', 'property'],
  ['originalname', 'originalName'],
  ['originalproperty', 'originalName'],
  ['value', 'value'],
  ['unit', 'unit'],
  ['unittext', 'unit'],
  ['conversion', 'harmonisedValue'],
  ['originalvalue', 'originalValue'],
  ['originalunit', 'originalUnit'],
  ['depth', 'depth'],
  ['depthcm', 'depth'],
  ['upperdepthcm', 'depthTop'],
  ['upperdepth', 'depthTop'],
  ['depthtop', 'depthTop'],
  ['topdepth', 'depthTop'],
  ['depthfrom', 'depthTop'],
  ['hzdept', 'depthTop'],
  ['lowerdepthcm', 'depthBottom'],
  ['lowerdepth', 'depthBottom'],
  ['depthbottom', 'depthBottom'],
  ['bottomdepth', 'depthBottom'],
  ['depthto', 'depthBottom'],
  ['hzdepb', 'depthBottom'],
  ['samplingdate', 'date'],
  ['sampledate', 'date'],
  ['observationdate', 'date'],
  ['date', 'date'],
  ['year', 'date'],
  ['lon', 'lon'],
  ['lng', 'lon'],
  ['long', 'lon'],
  ['longitude', 'lon'],
  ['lat', 'lat'],
  ['latitude', 'lat'],
  ['h3index', 'h3'],
  ['h3', 'h3'],
  ['licence', 'licence'],
  ['license', 'licence'],
  ['method', 'method'],
  ['measurementtechnique', 'method'],
  ['analyticalmethod', 'method'],
]);

const RANKS: ReadonlyMap<string, number> = new Map([...FIELDS.keys()].map((name, rank) => [name, rank]));

/**
 * What a source has for each field, by the names that it uses. Of two of one name, the first counts.
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
    const own = plain(name);
    const field = FIELDS.get(own);
    if (!field) continue;
    const [rank, taken] = [RANKS.get(own)!, ranks.get(field) ?? Infinity];
    if (rank === taken) onRepeat?.(name);
    if (rank >= taken) continue;
    fields.set(field, value);
    ranks.set(field, rank);
  }
  return fields;
}

/** However a field is written, its name is not longer: of a file, each band or feature may name thousands. */
const LONGEST_NAME = 100;

const plainNames = new Remembered((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));

function plain(name: string): string {
  return name.length > LONGEST_NAME ? '' : plainNames.of(name);
}
