import { fieldOf, foreignObject, type ForeignObject } from '../../foreign/foreign-value';
import { LIST_FIELDS } from '../../foreign/list-fields';
import { nameOrAddress } from '../../foreign/name-or-address';
import { plainText } from '../../text/plain-text';
import type { Dataset, DatasetCatalog } from '../resources';
import { entriesOf, readEntries, type ReadList } from './item-list';
import { flagOf, idOf, identifierOf, nameText, rawText, typeOf, webAddress } from './json-ld';

/** Section 2.4 writes `DataSet`; deployments also write it otherwise, or send the catalogue as a plain list. */
export const CATALOG_FIELDS = ['DataSet', 'dataSet', 'dataset', 'Dataset', 'datasets', 'dataSets', 'DataSets', ...LIST_FIELDS];

/** A catalogue as it was read. */
interface ReadCatalog extends ReadList<Dataset>, Omit<DatasetCatalog, 'datasets'> {}

/** Reads a dataset catalogue (sections 2.3 and 2.4). `undefined` if the value is none. */
export async function readDatasetCatalog(value: unknown, signal?: AbortSignal): Promise<ReadCatalog | undefined> {
  const entries = entriesOf(value, CATALOG_FIELDS);
  if (!entries) return undefined;
  const temporalCoverage = nameText(fieldOf(value, 'temporalCoverage'));
  const { items, leftOut } = await readEntries(entries, readDatasetFields, signal);
  return { temporalCoverage, items, leftOut };
}

/**
 * Reads one dataset (section 4.4), bare or in a catalogue of one. `undefined` if the value is none, or has another identifier
 * than the one asked for.
 */
export function readDataset(value: unknown, asked: number): Dataset | undefined {
  const [entry] = entriesOf(value, CATALOG_FIELDS) ?? [value];
  const item = foreignObject(entry);
  if (!item || (identifierOf(item) ?? asked) !== asked) return undefined;
  const looksLikeDataset = typeOf(item)?.toLowerCase() === 'dataset' || fieldOf(item, 'identifier', 'name', 'distribution') !== undefined;
  return looksLikeDataset ? readDatasetFields(item, asked) : undefined;
}

/** Sets each field only if it is there: a catalogue has thousands of datasets, and copies without the absent fields would take longer than the reading. */
function readDatasetFields(item: ForeignObject, identifier: number): Dataset {
  const dataset: Dataset = {
    type: typeOf(item) ?? '',
    id: idOf(item),
    identifier,
    name: nameText(fieldOf(item, 'name')) ?? '',
    description: plainText(rawText(fieldOf(item, 'description')) ?? ''),
  };
  put(dataset, 'url', webAddress(fieldOf(item, 'url')));
  put(dataset, 'measurementTechnique', techniqueOf(fieldOf(item, 'measurementTechnique')));
  put(dataset, 'distribution', innerOf(fieldOf(item, 'distribution'), { encodingFormat: nameText, lockedForDownload: flagOf }));
  put(dataset, 'size', innerOf(fieldOf(item, 'size'), { value: nameText, unitCode: nameText }));
  put(dataset, 'author', nameOrAddress(fieldOf(item, 'author', 'creator'), nameText));
  put(dataset, 'licence', nameOrAddress(fieldOf(item, 'license', 'licence'), nameText));
  return dataset;
}

function techniqueOf(value: unknown): Dataset['measurementTechnique'] {
  return innerOf(typeof value === 'string' ? { name: value } : value, { name: nameText, termCode: nameText, url: webAddress });
}

/** The type of an inner object (the first if there are several) and what `readers` read of its fields. `undefined` if that is nothing. */
function innerOf<Fields extends object>(
  value: unknown,
  readers: { readonly [Name in keyof Fields]: (field: unknown) => Fields[Name] | undefined },
): (Partial<Fields> & { type?: string }) | undefined {
  const object = foreignObject(Array.isArray(value) ? (value as unknown[])[0] : value);
  if (!object) return undefined;
  const inner: Record<string, unknown> = {};
  put(inner, 'type', typeOf(object));
  for (const name of Object.keys(readers) as (keyof Fields & string)[]) put(inner, name, readers[name](fieldOf(object, name)));
  return Object.keys(inner).length > 0 ? (inner as Partial<Fields> & { type?: string }) : undefined;
}

function put<Fields, Name extends keyof Fields>(fields: Fields, name: Name, value: Fields[Name] | undefined): void {
  if (value !== undefined) fields[name] = value;
}
