import type { Steps } from '../time/steps';
import { shownText } from './describe-value';
import { GeometryError } from './geometry-error';
import type { FeatureFault, RawFeature, RawGeometry, RawShape } from './raw-geometry';
import { sentence, type Sentence } from './sentence';

/** Features that a message names: who has more of them to correct looks at these first. */
const NAMED = 5;
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
 * An error about the features of a collection, with the names of all that are faulty: a complaint of the first one alone, corrected, would be followed by
 * that of the next. It stays as it is where no feature by itself is at fault, and where it has the name of the one that is.
 * @param check refuses the geometries of one feature, where they bound no area
 */
export function* withFaultyFeatures(error: unknown, shape: RawShape, check: (geometries: RawGeometry[]) => Steps<void>): Steps<unknown> {
  if (!(error instanceof GeometryError) || error.code !== 'SOIL_GEOMETRY') return error;
  const faulty = yield* faultyFeatures(shape, check);
  const features = firstFeatures(faulty);
  const more = furtherFeatures(faulty);
  if (faulty.length === 0 || (faulty.length === 1 && error.message.includes(features))) return error;
  return new GeometryError(error.code, withFeatures(error.sentence, faulty.length, features, more));
}

function withFeatures(complaint: Sentence, number: number, features: string, more: number): Sentence {
  if (number === 1) return sentence('inFeature', { complaint, features });
  return more === 0 ? sentence('inFeatures', { complaint, number, features }) : sentence('inManyFeatures', { complaint, number, features, more });
}

/** In the order of the collection. */
function* faultyFeatures({ geometries, faults = [] }: RawShape, check: (geometries: RawGeometry[]) => Steps<void>): Steps<RawFeature[]> {
  const faulty = new Set<RawFeature>();
  let noted = 0;
  const noteUpTo = (end: number): void => {
    for (; noted < faults.length && faults[noted]!.before < end; noted++) faulty.add((faults[noted] as FeatureFault).feature);
  };
  for (let at = 0, looked = 1; at < geometries.length; looked++) {
    const { feature } = geometries[at]!;
    let end = at + 1;
    while (end < geometries.length && geometries[end]!.feature === feature) end++;
    noteUpTo(end);
    // Alone, it has no other names than the complaint.
    if (feature && feature.path !== '' && !faulty.has(feature) && (yield* isRefused(check(geometries.slice(at, end))))) faulty.add(feature);
    at = end;
    if (looked % FEATURES_AT_ONCE === 0) yield;
  }
  noteUpTo(Infinity);
  return [...faulty];
}

function* isRefused(check: Steps<void>): Steps<boolean> {
  try {
    yield* check;
    return false;
  } catch (error) {
    if (error instanceof GeometryError) return true;
    throw error;
  }
}
