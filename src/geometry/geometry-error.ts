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

/** A request, or a message, that has no area where one is needed. */
export class NoArea extends SoilError {
  constructor(message: string) {
    super('SOIL_GEOMETRY', message);
  }
}

/** The complaints if there is nothing to look for a shape in. */
const NO_AREA: ReadonlySet<SentenceKey> = new Set([
  'noArea', 'noAreaInEmptyText', 'noAreaInEmptyObject', 'noAreaInArray', 'noAreaInTime', 'noAreaInEvent', 'areaInForm', 'areaInMultipart', 'areaInKml',
  'areaInZip', 'areaInWkb', 'areaInTable', 'areaInFile', 'areaInFormat', 'areaInEsri', 'areaInJohnDeere', 'areaInField', 'areaInPlaces', 'areaInPositions', 'geoJsonEmpty',
]);

/** Whether an error says that there is no area at all, and not that there is a faulty one. */
export function saysNoArea(error: unknown): boolean {
  return error instanceof NoArea || (error instanceof GeometryError && NO_AREA.has(error.sentence.key));
}

/** What every complaint about a shape is: `SOIL_GEOMETRY`. */
export function geometryError<Key extends SentenceKey>(key: Key, ...values: ValuesOf<Key>): GeometryError {
  return new GeometryError('SOIL_GEOMETRY', sentence(key, ...values));
}
