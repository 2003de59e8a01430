import { foreignObject, fieldOf, type ForeignObject } from '../../foreign/foreign-value';
import { TurnTaker } from '../../time/turn-taker';
import { identifierOf, typeOf } from './json-ld';

/** Section 2.4: the wrappers of lists, in the shapes that deployments send. */

/** A list as it was read: the usable items, and how many had to be left out. */
export interface ReadList<Item> {
  items: Item[];
  /** Entries that are not objects, or have no numeric identifier and so cannot be named in a request. */
  leftOut: number;
}

/**
 * The entries of a list: a bare array, a flat one (`items: [...]`), a nested one (`items.items`), or the one item that
 * JSON-LD writers put in place of an array of one. Several inner lists are one. `names` are the fields that may hold the list, besides `data`,
 * which services put around whatever they answer. A field that is there but empty (`null`, a wrapper without entries) is an empty list. `undefined`
 * if the value is no list at all.
 */
export function entriesOf(value: unknown, names: readonly string[]): unknown[] | undefined {
  let inner: unknown = value;
  for (let level = 0; level < 4; level++) {
    if (Array.isArray(inner)) return withoutInnerLists(inner, names);
    const wrapper = foreignObject(inner);
    if (!wrapper) return undefined;
    const name = names.find((candidate) => Object.hasOwn(wrapper, candidate)) ?? dataAround(wrapper);
    if (name === undefined) return entriesWithoutList(wrapper, level);
    inner = wrapper[name];
    if (inner === null || inner === undefined) return [];
  }
  return undefined;
}

/** `data` of an item may be anything; without content, it stands beside the words that say why. */
function dataAround(wrapper: ForeignObject): string | undefined {
  return typeof fieldOf(wrapper, 'data') === 'object' && identifierOf(wrapper) === undefined ? 'data' : undefined;
}

/** Entries that are lists themselves (one for each type of filter, say), replaced by what is in them. */
function withoutInnerLists(entries: unknown[], names: readonly string[]): unknown[] {
  if (!entries.some(isList)) return entries;
  return entries.flatMap((entry) => {
    const name = isList(entry) ? names.find((candidate) => Array.isArray(fieldOf(entry, candidate))) : undefined;
    return name === undefined ? [entry] : fieldOf(entry, name);
  });
}

/** Whether a value says of itself that it is a list. */
export function isList(value: unknown): boolean {
  return /(ItemList|DataCatalog)$/i.test(typeOf(value) ?? '');
}

/**
 * A wrapper without a list: empty if it says that it is a list and has no objects under an unknown name either; one item if it has an identifier.
 */
function entriesWithoutList(wrapper: ForeignObject, level: number): unknown[] | undefined {
  if (isList(wrapper)) return Object.entries(wrapper).some(([name, value]) => name !== '@context' && holdsObjects(value)) ? undefined : [];
  return level > 0 && identifierOf(wrapper) !== undefined ? [wrapper] : undefined;
}

function holdsObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((entry) => foreignObject(entry) !== undefined);
}

/** Reads each entry by itself, so that a bad entry never costs the others. Gives other work its turn: there may be a hundred thousand. */
export async function readEntries<Item>(
  entries: readonly unknown[],
  readItem: (item: ForeignObject, identifier: number) => Item,
  signal?: AbortSignal,
): Promise<ReadList<Item>> {
  const items: Item[] = [];
  const turns = new TurnTaker();
  for (const entry of entries) {
    // After each entry: a long description takes some milliseconds.
    await turns.rest(signal);
    // schema.org wraps the entries of `itemListElement` in a ListItem.
    const item = foreignObject(fieldOf(entry, 'item') ?? entry);
    const identifier = identifierOf(item);
    if (item && identifier !== undefined) items.push(readItem(item, identifier));
  }
  return { items, leftOut: entries.length - items.length };
}
