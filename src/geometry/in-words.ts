import type { Sentence, SentenceKey, SentenceValue } from './sentence';

/** Puts plain values into the template of a key, in some language. */
export type Fill = (key: SentenceKey, values: Record<string, string | number>) => string;

/** A sentence with the phrases in it, in the language of `fill`. It begins with a capital, also where a phrase comes first. */
export function inWords(said: Sentence, fill: Fill): string {
  const text = phrase(said, fill);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function phrase({ key, values }: Sentence, fill: Fill): string {
  const filled = Object.entries(values).map(([name, value]) => [name, plain(value, fill)] as const);
  return fill(key, Object.fromEntries(filled));
}

function plain(value: SentenceValue, fill: Fill): string | number {
  if (Array.isArray(value)) return value.map((each) => phrase(each, fill)).join(', ');
  return typeof value === 'object' ? phrase(value, fill) : value;
}
