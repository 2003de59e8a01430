import { fieldOf, type ForeignObject } from '../../foreign/foreign-value';
import { LIST_FIELDS } from '../../foreign/list-fields';
import { plainText } from '../../text/plain-text';
import type { SpatialFilter } from '../resources';
import { entriesOf, readEntries, type ReadList } from './item-list';
import { idOf, nameText, rawText, typeOf } from './json-ld';

/** Reads a spatial-filter list (sections 2.1 and 2.4). `undefined` if the value is no list. */
export async function readSpatialFilters(value: unknown, signal?: AbortSignal): Promise<ReadList<SpatialFilter> | undefined> {
  const entries = entriesOf(value, LIST_FIELDS);
  return entries && readEntries(entries, readSpatialFilter, signal);
}

function readSpatialFilter(item: ForeignObject, identifier: number): SpatialFilter {
  return {
    type: typeOf(item) ?? '',
    id: idOf(item),
    identifier,
    name: nameText(fieldOf(item, 'name')) ?? '',
    description: plainText(rawText(fieldOf(item, 'description')) ?? ''),
  };
}
