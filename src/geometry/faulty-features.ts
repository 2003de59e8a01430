import type { Steps } from '../time/steps';
import { shownText } from './describe-value';
import { GeometryError } from './geometry-error';
import type { RawFeature, RawGeometry, RawShape } from './raw-geometry';
import { sentence, type Sentence, type SentenceKey } from './sentence';

/** Features that a message names: who has more of them to correct looks at these first. */
const NAMED = 5;
/** So many are looked for: who has given lines, or another system's metres, has as many as there are features. */
export const MOST_FAULTY = 1000;
/** Features that are looked at between two rests. */
const FEATURES_AT_ONCE = 64;

/** The first of some features, for a message: `features[1] (id "north"), features[4]`. */
export function firstFeatures(features: readonly RawFeature[]): string {
  return features.slice(0, NAMED).map(named).join(', ');
}

/** How many of some features {@link firstFeatures} does not name. */
export function furtherFeatures(features: readonly RawFeature[]): number {
  return Math.max(0, features.length - NAMED);
}

function named({ path, id }: RawFeature): string {
  if (typeof id === 'string') return `${path} (id ${shownText(id)})`;
  return typeof id === 'number' ? `${path} (id ${id})` : path;
}

/**
 * An error about the features of a collection, with the names of those that are faulty: a complaint of the first one alone, corrected, would be followed by
 * that of the next. It stays as it is where it is of no feature by itself, as that points and polygons are mixed, and where it has the name of the one that is.
 * @param check refuses the geometries of one feature, where they bound no area
 */
export function* withFaultyFeatures(error: unknown, shape: RawShape, check: (geometries: RawGeometry[]) => Steps<void>): Steps<unknown> {
  if (!(error instanceof GeometryError) || error.code !== 'SOIL_GEOMETRY') return error;
  const { features: faulty, complaints } = yield* faultyFeatures(shape, check);
  const features = firstFeatures(faulty);
  if (!complaints.has(error.sentence.key) || (faulty.length === 1 && error.message.includes(features))) return error;
  return new GeometryError(error.code, withFeatures(error.sentence, faulty.length, features, furtherFeatures(faulty)));
}

function withFeatures(complaint: Sentence, faulty: number, features: string, further: number): Sentence {
  const [number, more] = [{ figure: faulty }, { figure: further }];
  if (faulty === 1) return sentence('inFeature', { complaint, features });
  if (faulty >= MOST_FAULTY) return sentence('inFeaturesAndMore', { complaint, number, features });
  return further === 0 ? sentence('inFeatures', { complaint, number, features }) : sentence('inManyFeatures', { complaint, number, features, more });
}

/** Those that are faulty, in the order of the collection, and what is complained of. */
interface Found {
  features: RawFeature[];
  complaints: Set<SentenceKey>;
}

function* faultyFeatures({ geometries, unread }: RawShape, check: (geometries: RawGeometry[]) => Steps<void>): Steps<Found> {
  const faults = unread?.faults ?? [];
  const complaints = new Set<SentenceKey>(unread && [unread.error.sentence.key]);
  const faulty = new Set<RawFeature>();
  let noted = 0;
  const noteUpTo = (end: number): void => {
    for (; noted < faults.length && faults[noted]!.before < end; noted++) faulty.add(faults[noted]!.feature);
  };
  for (let at = 0, looked = 1; at < geometries.length && faulty.size < MOST_FAULTY; looked++) {
    const { feature } = geometries[at]!;
    let end = at + 1;
    while (end < geometries.length && geometries[end]!.feature === feature) end++;
    noteUpTo(end);
    // Alone, it has no other names than the complaint.
    if (feature && feature.path !== '' && !faulty.has(feature)) {
      const complaint = yield* complaintOf(check(geometries.slice(at, end)));
      if (complaint) {
        faulty.add(feature);
        complaints.add(complaint.sentence.key);
      }
    }
    at = end;
    if (looked % FEATURES_AT_ONCE === 0) yield;
  }
  noteUpTo(Infinity);
  return { features: [...faulty].slice(0, MOST_FAULTY), complaints };
}

function* complaintOf(check: Steps<void>): Steps<GeometryError | undefined> {
  try {
    yield* check;
    return undefined;
  } catch (error) {
    if (error instanceof GeometryError) return error;
    throw error;
  }
}
