import type { ShownPlace } from './place-words';
import type { Sentence, SentenceKey, SentenceValue } from './sentence';

/** Puts plain values into the template of a key, in some language. */
export type Fill = (key: SentenceKey, values: Record<string, string | number>) => string;
/** Writes what each language writes in its own way. */
interface Write {
  figure: (figure: number) => string;
  place: (place: ShownPlace) => string;
}

/** A sentence with the phrases in it, in the language of `fill` and `write`. It begins with a capital, even if a phrase comes first. */
export function inWords(said: Sentence, fill: Fill, write: Write): string {
  const text = phrase(said, fill, write);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function phrase({ key, values }: Sentence, fill: Fill, write: Write): string {
  const filled = Object.entries(values).map(([name, value]) => [name, plain(value, fill, write)] as const);
  return fill(key, Object.fromEntries(filled));
}

function plain(value: SentenceValue, fill: Fill, write: Write): string | number {
  if (Array.isArray(value)) return value.map((each) => phrase(each, fill, write)).join(', ');
  if (typeof value !== 'object') return value;
  if ('figure' in value) return write.figure(value.figure);
  return 'latitude' in value ? write.place(value) : phrase(value, fill, write);
}
