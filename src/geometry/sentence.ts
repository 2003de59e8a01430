import { plainDecimal } from './grid';
import { inWords, type Fill } from './in-words';
import { placeWords, type ShownPlace } from './place-words';
import { SENTENCES } from './sentences';

/** What a sentence or phrase of {@link SENTENCES} goes by. */
export type SentenceKey = keyof typeof SENTENCES;

/** What stands in a sentence: a text or number as it is, a figure, a place, a phrase, or several phrases in a row. */
export type SentenceValue = string | number | Figure | ShownPlace | Sentence | Sentence[];

/** A number in the form that the language of the sentence writes it in. */
interface Figure {
  figure: number;
}

/** A sentence or phrase of this room by its key, so that it can be said in any language. Plain JSON. */
export interface Sentence {
  key: SentenceKey;
  values: Record<string, SentenceValue>;
}

/** The names that a template has between double underscores. */
type Places<Template extends string> = Template extends `${string}__${infer Name}__${infer Rest}` ? Name | Places<Rest> : never;

/** One value for each place of a template; nothing at all if it has none. */
export type ValuesOf<Key extends SentenceKey> = [Places<(typeof SENTENCES)[Key]>] extends [never]
  ? []
  : [values: Record<Places<(typeof SENTENCES)[Key]>, SentenceValue>];

/** Makes a sentence or a phrase. */
export function sentence<Key extends SentenceKey>(key: Key, ...[values]: ValuesOf<Key>): Sentence {
  return { key, values: values ?? {} };
}

/** A sentence about things that were counted. */
export function counted(number: number, one: SentenceKey, many: SentenceKey): Sentence {
  return number === 1 ? { key: one, values: {} } : { key: many, values: { number: { figure: number } } };
}

/** The sentence in English: what a flow sees. */
export function inEnglish(said: Sentence): string {
  const fill: Fill = (key, values) => SENTENCES[key].replace(/__(\w+?)__/g, (_, name: string) => String(values[name]));
  return inWords(said, fill, {
    figure: (figure) => figure.toLocaleString('en', { maximumSignificantDigits: 21 }),
    place: (place) => placeWords(place, { east: 'E', west: 'W' }, plainDecimal),
  });
}
