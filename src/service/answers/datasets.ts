import { fieldOf, foreignObject, type ForeignObject } from '../../foreign/foreign-value';
import { LIST_FIELDS } from '../../foreign/list-fields';
import { nameOrAddress } from '../../foreign/name-or-address';
import { plainText } from '../plain-text';
import type { Dataset, DatasetCatalog } from '../resources';
import { entriesOf, readEntries, type ReadList } from './item-list';
import { flagOf, idOf, identifierOf, nameText, rawText, typeOf, webAddress } from './json-ld';

/** Section 2.4 writes `DataSet`; deployments also write it otherwise, or send the catalogue as a plain list. */
export const CATALOG_FIELDS = ['DataSet', 'dataSet', 'dataset', 'Dataset', 'datasets', 'dataSets', 'DataSets', ...LIST_FIELDS];

/** A catalogue as it was read. */
interface ReadCatalog extends ReadList<Dataset>, Omit<DatasetCatalog, 'datasets'> {}

/** Reads a dataset catalogue (sections 2.3 and 2.4). `undefined` where the value is none. */
export async function readDatasetCatalog(value: unknown, signal?: AbortSignal): Promise<ReadCatalog | undefined> {
  const entries = entriesOf(value, CATALOG_FIELDS);
  if (!entries) return undefined;
  const description = plainText(rawText(fieldOf(value, 'description')) ?? '');
  const temporalCoverage = nameText(fieldOf(value, 'temporalCoverage'));
  const { items, leftOut } = await readEntries(entries, readDatasetFields, signal);
  return { description, temporalCoverage, items, leftOut };
}

/**
 * Reads one dataset (section 4.4), bare or in a catalogue of one. `undefined` where the value is none, or a dataset with
 * another identifier than the one asked for.
 */
export function readDataset(value: unknown, asked: number): Dataset | undefined {
  const [entry] = entriesOf(value, CATALOG_FIELDS) ?? [value];
  const item = foreignObject(entry);
  if (!item || (identifierOf(item) ?? asked) !== asked) return undefined;
  const looksLikeDataset = typeOf(item)?.toLowerCase() === 'dataset' || fieldOf(item, 'identifier', 'name', 'distribution') !== undefined;
  return looksLikeDataset ? readDatasetFields(item, asked) : undefined;
}

/** Field by field, each set only where it is there: a catalogue has thousands of them, and a copy without the absent ones takes longer than the reading. */
function readDatasetFields(item: ForeignObject, identifier: number): Dataset {
  const dataset: Dataset = {
    type: typeOf(item) ?? '',
    id: idOf(item),
    identifier,
    name: nameText(fieldOf(item, 'name')) ?? '',
    description: plainText(rawText(fieldOf(item, 'description')) ?? ''),
  };
  const url = webAddress(fieldOf(item, 'url'));
  if (url !== undefined) dataset.url = url;
  const measurementTechnique = techniqueOf(fieldOf(item, 'measurementTechnique'));
  if (measurementTechnique) dataset.measurementTechnique = measurementTechnique;
  const distribution = distributionOf(fieldOf(item, 'distribution'));
  if (distribution) dataset.distribution = distribution;
  const size = sizeOf(fieldOf(item, 'size'));
  if (size) dataset.size = size;
  const author = nameOrAddress(fieldOf(item, 'author', 'creator'), nameText);
  if (author !== undefined) dataset.author = author;
  const licence = nameOrAddress(fieldOf(item, 'license', 'licence'), nameText);
  if (licence !== undefined) dataset.licence = licence;
  return dataset;
}

function techniqueOf(value: unknown): Dataset['measurementTechnique'] {
  const object = firstObject(typeof value === 'string' ? { name: value } : value);
  if (!object) return undefined;
  const technique: NonNullable<Dataset['measurementTechnique']> = {};
  const type = typeOf(object);
  if (type !== undefined) technique.type = type;
  const name = nameText(fieldOf(object, 'name'));
  if (name !== undefined) technique.name = name;
  const termCode = nameText(fieldOf(object, 'termCode'));
  if (termCode !== undefined) technique.termCode = termCode;
  const url = webAddress(fieldOf(object, 'url'));
  if (url !== undefined) technique.url = url;
  return unlessEmpty(technique);
}

function distributionOf(value: unknown): Dataset['distribution'] {
  const object = firstObject(value);
  if (!object) return undefined;
  const distribution: NonNullable<Dataset['distribution']> = {};
  const type = typeOf(object);
  if (type !== undefined) distribution.type = type;
  const encodingFormat = nameText(fieldOf(object, 'encodingFormat'));
  if (encodingFormat !== undefined) distribution.encodingFormat = encodingFormat;
  const lockedForDownload = flagOf(fieldOf(object, 'lockedForDownload'));
  if (lockedForDownload !== undefined) distribution.lockedForDownload = lockedForDownload;
  return unlessEmpty(distribution);
}

function sizeOf(value: unknown): Dataset['size'] {
  const object = firstObject(value);
  if (!object) return undefined;
  const size: NonNullable<Dataset['size']> = {};
  const type = typeOf(object);
  if (type !== undefined) size.type = type;
  const amount = nameText(fieldOf(object, 'value'));
  if (amount !== undefined) size.value = amount;
  const unitCode = nameText(fieldOf(object, 'unitCode'));
  if (unitCode !== undefined) size.unitCode = unitCode;
  return unlessEmpty(size);
}

/** An inner object, the first where there are several. */
function firstObject(value: unknown): ForeignObject | undefined {
  return foreignObject(Array.isArray(value) ? (value as unknown[])[0] : value);
}

function unlessEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  for (const _ in fields) return fields;
  return undefined;
}
