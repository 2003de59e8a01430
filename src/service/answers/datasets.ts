import { fieldOf, foreignObject, type ForeignObject } from '../foreign-object';
import { plainText } from '../plain-text';
import type { Dataset, DatasetCatalog } from '../resources';
import { entriesOf, readEntries, type ReadList } from './item-list';
import { flagOf, idOf, identifierOf, nameText, rawText, typeOf, webAddress } from './json-ld';

/** Section 2.4 writes `DataSet`; deployments also write it otherwise, or send the catalogue as a plain list. */
const LIST_FIELDS = ['DataSet', 'dataSet', 'dataset', 'Dataset', 'datasets', 'dataSets', 'DataSets', 'items', 'itemListElement'];

/** A catalogue as it was read. */
export interface ReadCatalog extends ReadList<Dataset> {
  wrapper: Omit<DatasetCatalog, 'datasets'>;
}

/** Reads a dataset catalogue (sections 2.3 and 2.4). `undefined` where the value is none. */
export function readDatasetCatalog(value: unknown): ReadCatalog | undefined {
  const entries = entriesOf(value, LIST_FIELDS);
  if (!entries) return undefined;
  const description = plainText(rawText(fieldOf(value, 'description')) ?? '');
  const temporalCoverage = nameText(fieldOf(value, 'temporalCoverage'));
  return { wrapper: { description, ...(temporalCoverage && { temporalCoverage }) }, ...readEntries(entries, readDatasetFields) };
}

/**
 * Reads one dataset (section 4.4), bare or in a catalogue of one. `undefined` where the value is none, or a dataset with
 * another identifier than the one asked for.
 */
export function readDataset(value: unknown, asked: number): Dataset | undefined {
  const [entry] = entriesOf(value, LIST_FIELDS) ?? [value];
  const item = foreignObject(entry);
  if (!item || (identifierOf(item) ?? asked) !== asked) return undefined;
  const looksLikeDataset = typeOf(item)?.toLowerCase() === 'dataset' || fieldOf(item, 'identifier', 'name', 'distribution') !== undefined;
  return looksLikeDataset ? readDatasetFields(item, asked) : undefined;
}

function readDatasetFields(item: ForeignObject, identifier: number): Dataset {
  const technique = fieldOf(item, 'measurementTechnique');
  return withoutAbsent({
    type: typeOf(item) ?? '',
    id: idOf(item),
    identifier,
    name: nameText(fieldOf(item, 'name')) ?? '',
    description: plainText(rawText(fieldOf(item, 'description')) ?? ''),
    url: webAddress(fieldOf(item, 'url')),
    measurementTechnique: part(typeof technique === 'string' ? { name: technique } : technique, (object) => ({
      type: typeOf(object),
      name: nameText(fieldOf(object, 'name')),
      termCode: nameText(fieldOf(object, 'termCode')),
      url: webAddress(fieldOf(object, 'url'))
    })),
    distribution: part(fieldOf(item, 'distribution'), (object) => ({
      type: typeOf(object),
      encodingFormat: nameText(fieldOf(object, 'encodingFormat')),
      lockedForDownload: flagOf(fieldOf(object, 'lockedForDownload'))
    })),
    size: part(fieldOf(item, 'size'), (object) => ({
      type: typeOf(object),
      value: nameText(fieldOf(object, 'value')),
      unitCode: nameText(fieldOf(object, 'unitCode'))
    })),
    author: nameOrAddress(fieldOf(item, 'author', 'creator')),
    licence: nameOrAddress(fieldOf(item, 'license', 'licence'))
  });
}

/** An inner object (the first of several), read; `undefined` where nothing of it is there. */
function part<Part extends object>(value: unknown, read: (object: ForeignObject) => Part): Part | undefined {
  const object = foreignObject(Array.isArray(value) ? (value as unknown[])[0] : value);
  if (!object) return undefined;
  const fields = withoutAbsent(read(object));
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** An author or a licence: a text, an address, an object with a name, or several of them. */
function nameOrAddress(value: unknown): string | undefined {
  const entries = Array.isArray(value) ? (value as unknown[]).slice(0, 50) : [value];
  const names = entries.map((entry) => nameText(entry) ?? nameText(fieldOf(entry, 'name', 'url', '@id', 'id')));
  return nameText(names.filter((name) => name !== undefined).join(', '));
}

function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  const there: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) there[name] = fields[name];
  return there as Fields;
}
