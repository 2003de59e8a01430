import type { KeptFeature } from './kept-feature';
import type { Sentence } from './sentence';

/** The geometry types that the service takes (specification, section 2.6). */
export type AreaType = AreaGeometry['type'];

/** `[longitude, latitude]` in degrees, WGS 84. */
export type Position = [number, number];

/** A checked geometry: 2D, in degrees, polygon rings closed, exteriors counter-clockwise (RFC 7946, 3.1.6). */
export type AreaGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

/** What `msg.soil.area` holds: plain JSON. */
export interface AreaDescription {
  type: AreaType;
  /** Area in hectares. For points, the sum of the H3 cells that the service will use. */
  hectares: number;
  /** `[west, south, east, north]` in degrees; west > east if the area lies on both sides of the antimeridian (RFC 7946, 5.2). */
  bbox: [number, number, number, number];
  /** Number of points or polygons. */
  parts: number;
  /** Number of positions, closing ones not counted. */
  vertices: number;
  centroid: Position;
  /** By the threshold of the service: `sync` for a small area (section 4.5), `async` for a large one (4.6). */
  retrieval: 'sync' | 'async';
  /** For Point and MultiPoint: the H3 resolution-10 cells that the service will use (section 2.6). */
  cells?: string[];
  /** Of the one GeoJSON Feature that the area was given as, in a collection or alone: its `id` and `properties`. Not part of a request. */
  feature?: KeptFeature;
  /** The same for the same area, however it is written (`fingerprintOf`). */
  fingerprint?: string;
  /** What was repaired or left out, a sentence each. Empty if nothing was. */
  changes: string[];
}

/** Any shape, read and checked: the one area of interest that the rest of the package works with. */
export interface AreaOfInterest {
  geometry: AreaGeometry;
  /** Section 2.6: 2D, longitude latitude, rings closed, plain decimals. */
  wkt: string;
  description: AreaDescription;
  /** What `description.changes` says in English, for those who say it in another language. */
  changes: Sentence[];
}
