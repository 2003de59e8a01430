import { fieldOf, isBlank } from './foreign-value';

/**
 * The entries of a list of a dialog, or of what stands in its place in a flow or an environment variable: a text with commas between them, or one
 * number. None if it is empty or blank; `undefined` if it is not a list at all.
 */
export function listEntries(given: unknown): unknown[] | undefined {
  if (Array.isArray(given)) return given as unknown[];
  if (isBlank(given)) return [];
  if (typeof given === 'number') return [String(given)];
  return typeof given === 'string' ? given.split(',').map((entry) => entry.trim()) : undefined;
}

/** What an entry of a list stands for: its identifier if a picker saved that with the name that it showed. */
export function identifierIn(entry: unknown): unknown {
  return fieldOf(entry, 'identifier') ?? entry;
}

/** The entries of a list without those that stand for nothing; anything else as it is. */
export function withoutBlanks(list: unknown): unknown {
  return Array.isArray(list) ? list.filter((entry) => !isBlank(identifierIn(entry))) : list;
}
