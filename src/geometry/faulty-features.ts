import type { Steps } from '../time/steps';
import { shownText } from './describe-value';
import { GeometryError } from './geometry-error';
import type { RawFeature, RawGeometry, RawShape } from './raw-geometry';
import { sentence, type Sentence, type SentenceKey } from './sentence';

/** Features that a message names: users with more of them to correct begin with these. */
const NAMED = 5;
/** The search ends at this many: if the input has lines, or metres of another system, every feature is faulty. */
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
 * An error about the features of a collection, with the names of all that are faulty, so that they need not be corrected one error at a time.
 * It stays as it is if it is not about single features (points and polygons are mixed), or if it already names the only faulty one.
 * @param check refuses the geometries of one feature if they bound no area
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

/** The faulty features, in the order of the collection, and the complaints about them. */
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
    // A feature on its own has no path to name.
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
