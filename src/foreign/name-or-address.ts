import { fieldOf } from './foreign-value';

/** Entries that are read: the first ones are enough to tell by. */
const MOST = 50;

/**
 * An author or a licence, as JSON-LD has them: a text, an object with a name or an address, or several of them, joined by commas.
 *
 * @param textOf reads a single value
 */
export function nameOrAddress(value: unknown, textOf: (value: unknown) => string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const entries = Array.isArray(value) ? (value as unknown[]).slice(0, MOST) : [value];
  const names = entries.map((entry) => textOf(entry) ?? textOf(fieldOf(entry, 'name', 'url', '@id', 'id')));
  return textOf(names.filter((name) => name !== undefined).join(', '));
}
