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

/** Names as sources write them, in lower case and without anything but letters and digits. */
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
  ['lowerdepthcm', 'depthBottom'],
  ['lowerdepth', 'depthBottom'],
  ['depthbottom', 'depthBottom'],
  ['bottomdepth', 'depthBottom'],
  ['samplingdate', 'date'],
  ['sampledate', 'date'],
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

/** The field that a source means by a name (`upper_depth_cm`, `Data source`, `Latitude`), or `null` where it is none of ours. */
export function recordField(name: string): RecordField | null {
  return FIELDS.get(name.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? null;
}
