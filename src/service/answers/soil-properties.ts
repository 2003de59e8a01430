import { fieldOf, type ForeignObject } from '../../foreign/foreign-value';
import { LIST_FIELDS } from '../../foreign/list-fields';
import { plainText } from '../../text/plain-text';
import type { SoilProperty } from '../resources';
import { entriesOf, readEntries, type ReadList } from './item-list';
import { nameText, rawText, typeOf } from './json-ld';

/** Reads a soil-property list (sections 2.2 and 2.4). `undefined` if the value is no list. */
export async function readSoilProperties(value: unknown, signal?: AbortSignal): Promise<ReadList<SoilProperty> | undefined> {
  const entries = entriesOf(value, LIST_FIELDS);
  return entries && readEntries(entries, readSoilProperty, signal);
}

function readSoilProperty(item: ForeignObject, identifier: number): SoilProperty {
  const property: SoilProperty = { type: typeOf(item) ?? '', identifier, name: nameText(fieldOf(item, 'name')) ?? '' };
  const description = plainText(rawText(fieldOf(item, 'description')) ?? '');
  const unitText = unitList(fieldOf(item, 'unitText'));
  const unitCode = unitList(fieldOf(item, 'unitCode'));
  if (description) property.description = description;
  if (unitText) property.unitText = unitText;
  if (unitCode) property.unitCode = unitCode;
  return property;
}

/** Section 2.2: a comma-separated list; some writers send an array. */
function unitList(value: unknown): string | undefined {
  return Array.isArray(value) ? nameText(value.map((unit) => nameText(unit) ?? '').join(',')) : nameText(value);
}
