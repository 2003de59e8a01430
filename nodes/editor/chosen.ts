import { liveValue } from './live-value';
import { sharedText } from './shared-text';

/** An item picked in a dialog. The name is for people: the service is asked by identifier. */
export interface Chosen {
  identifier: number;
  name: string;
}

/** Reads a list of picked items: with names as the picker saves them, or bare identifiers as a person writes them. */
export function readChosen(setting: unknown): Chosen[] {
  const entries: unknown[] = Array.isArray(setting) ? setting : [];
  return entries.flatMap((entry) => {
    const { identifier, name } = typeof entry === 'object' && entry !== null ? (entry as Partial<Chosen>) : { identifier: Number(entry), name: '' };
    return Number.isSafeInteger(identifier) ? [{ identifier: identifier as number, name: String(name ?? '') }] : [];
  });
}

/** Something is chosen where the selection says so. */
export function chosenRule(): EditorValidator {
  return function (value, _options) {
    if (liveValue(this, 'select') !== 'chosen' || liveValue(this, 'resource') === 'dataset') return true;
    return readChosen(value).length > 0 ? true : sharedText('invalid.nothingChosen');
  };
}
