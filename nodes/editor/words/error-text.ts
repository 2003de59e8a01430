import type { Sentence } from '../../../src/geometry/sentence';
import { sentenceText } from './sentence-text';
import { sharedText } from './shared-text';

/** An error of the engine or of an admin route, as plain JSON. */
export interface ShownError {
  code: string;
  /** English. */
  message: string;
  /** What the message says, if it is about a shape. */
  sentence?: Sentence;
}

/**
 * An error in the editor's language: what happened and what to do, by its code, with the engine's own words for the details. A complaint about
 * a shape is translated in full; an error with an unknown code keeps its words.
 */
export function errorText({ code, message, sentence }: ShownError): string {
  return sentence ? sentenceText(sentence) : sharedText(`failed.${code}`, { message, defaultValue: message });
}
