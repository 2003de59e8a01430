import type { AreaType } from './area-of-interest';
import type { GeometryError } from './geometry-error';
import type { Sentence } from './sentence';

/** What a GeoJSON Feature has beside its geometry (RFC 7946, 3.2), as it was written. */
export interface RawFeature {
  /** Where it stands in the input: `features[3]`; empty if it is the whole input. */
  path: string;
  id: unknown;
  properties: unknown;
}

/** A geometry as it was written: nothing of its coordinates is checked yet. */
export interface RawGeometry {
  type: AreaType;
  /**
   * Nested as in GeoJSON (RFC 7946, 3.1), if the writer kept to it. An array of positions can also be a `Float64Array` of
   * longitudes and latitudes in turn: that is how long rings come out of WKT.
   */
  coordinates: unknown;
  /** Names a place in the coordinates in the words of the input, from its indices: `position 41`, `coordinates[0][3]`. */
  where: (...indices: number[]) => Sentence | string;
  /** Latitudes and longitudes have names in the input, or stand latitude first: nothing is to be said of GeoJSON's order. */
  named?: true;
  /** The Feature that it is the geometry of, or a part of it. */
  feature?: RawFeature;
}

/** A feature of a collection, or a part of it, that could not be read. */
export interface FeatureFault {
  feature: RawFeature;
  /** How many geometries were read before it. */
  before: number;
}

/** What a reader of one kind of input hands on. */
export interface RawShape {
  /** One, or the members of a collection. */
  geometries: RawGeometry[];
  /** What was left out or drawn. */
  changes: Sentence[];
  /** The members of a collection that could not be read, and the error of the first. If there are any, the area is refused after the rest is checked. */
  unread?: { error: GeometryError; faults: FeatureFault[] };
}
