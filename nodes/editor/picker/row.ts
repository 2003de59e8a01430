import type { PickerItem } from '../../admin/admin-answers';
import type { Chosen } from '../fields/chosen';
import { typeWords } from '../words/type-words';
import type { Choice } from './choice';

/** A row of the list: an item of the service, or one that was chosen and is no longer offered. */
export interface Row extends Omit<PickerItem, 'identifier'> {
  identifier: Chosen['identifier'];
  offered: boolean;
}

const NOT_OFFERED = { type: '', description: '', units: '', format: '', size: '', sizeUnit: '', licence: '', locked: false, offered: false };

/**
 * All rows of a list: first what was chosen but is not offered.
 * @param nameOf names what is known only by its identifier
 */
export function rowsOf(items: readonly PickerItem[], choice: Choice, nameOf: (identifier: Row['identifier']) => string): Row[] {
  const others = choice.notAmong(items).map((one) => ({ ...NOT_OFFERED, ...one, name: one.name || nameOf(one.identifier) }));
  return [...others, ...items.map((item) => ({ ...item, offered: true }))];
}

/** The rows that contain every word of a search, whatever the letter case. */
export function matching(rows: Row[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const haystack = `${row.name} ${row.type} ${typeWords(row.type)} ${row.units} ${row.format} ${row.licence} ${row.description} ${row.identifier}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  // "ph" is also in "Physical property": rows with the words in their name come first.
  const isCalled = ({ name }: Row): boolean => words.every((word) => name.toLowerCase().includes(word));
  return [...found.filter(isCalled), ...found.filter((row) => !isCalled(row))];
}
