import { SoilError, type SoilErrorCode } from '../errors/soil-error';
import { inEnglish, type Sentence, type SentenceKey, sentence, type ValuesOf } from './sentence';

/** A complaint of this room: its message is English, and its sentence can be said in any language. */
export class GeometryError extends SoilError {
  constructor(
    code: SoilErrorCode,
    readonly sentence: Sentence,
  ) {
    super(code, inEnglish(sentence));
  }
}

/** What every complaint about a shape is: `SOIL_GEOMETRY` of the flow contract. */
export function geometryError<Key extends SentenceKey>(key: Key, ...values: ValuesOf<Key>): GeometryError {
  return new GeometryError('SOIL_GEOMETRY', sentence(key, ...values));
}
