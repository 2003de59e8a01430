import { type HoldOptions, Semaphore } from '../time/semaphore';
import { byTurns, type Steps } from '../time/steps';
import { TurnTaker } from '../time/turn-taker';
import type { AreaDescription, AreaGeometry, AreaOfInterest } from './area-of-interest';
import { withFaultyFeatures } from './faulty-features';
import { GeometryError, geometryError } from './geometry-error';
import { footprint } from './h3-cells';
import { keptFeature } from './kept-feature';
import { LIMITS, SYNC_THRESHOLD } from './limits';
import { extentOf, hectaresOf, rounded } from './measure';
import type { RawGeometry, RawShape } from './raw-geometry';
import { readPoints, readRings } from './read-positions';
import { readShape } from './read-shape';
import { followRings, splitRings } from './rings/antimeridian';
import { checkRings, orientRings } from './rings/check-rings';
import { mergeOverlaps } from './rings/overlaps';
import type { Rings } from './rings/rings';
import { inEnglish, sentence, type Sentence } from './sentence';
import { pointGeometry, polygonGeometry } from './to-geometry';
import { writeWkt } from './wkt/write-wkt';

/** One area is read after the other: each may take some hundred megabytes meanwhile, and the messages of a flow go on in the order in which they came. */
const oneByOne = new Semaphore(1);

/** Of all areas together: hundreds of small ones in line would otherwise be read in one turn. */
const turns = new TurnTaker();

/** On whose behalf an area is read, until when, and what counts as small. */
interface ReadAreaOptions extends Pick<HoldOptions, 'flow' | 'signal'> {
  /** Hectares; an area below it is `sync`. */
  syncThreshold?: number;
  /** Takes the fingerprint of the area, too, before the next area has its turn. Given, and not known here: a browser has no `node:crypto`. */
  fingerprintOf?: (geometry: AreaGeometry) => Steps<string>;
}

/**
 * Any shape in, one checked area of interest out: WKT and EWKT, GeoJSON (object or text), `{lat, lon}`, `[west, south, east, north]`, an H3
 * cell, a drawing of the worldmap node. What can be repaired without a guess is repaired and listed in
 * `description.changes`; everything else is refused. Other work has its turn meanwhile: an area may have two million positions.
 * @throws SoilError `SOIL_GEOMETRY`, with the place and what was expected; `SOIL_AREA_LIMIT` above 30,000,000 km2; the signal's reason
 */
export function readArea(input: unknown, options: ReadAreaOptions = {}): Promise<AreaOfInterest> {
  return oneByOne.hold(options, async () => {
    await turns.rest(options.signal);
    return readNow(input, options);
  });
}

async function readNow(input: unknown, options: ReadAreaOptions): Promise<AreaOfInterest> {
  const { signal } = options;
  const shape = await readShape(input, signal);
  signal?.throwIfAborted();
  try {
    if (shape.unread) throw shape.unread.error;
    return await readWhole(shape, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw await byTurns(withFaultyFeatures(error, shape, checkGeometries), signal);
  }
}

async function readWhole(shape: RawShape, { syncThreshold = SYNC_THRESHOLD, fingerprintOf, signal }: ReadAreaOptions): Promise<AreaOfInterest> {
  const { geometries } = shape;
  const changes = [...shape.changes];
  if (geometries.length > 1) changes.push(sentence('geometriesMerged', { number: { figure: geometries.length } }));
  const area = arePoints(geometries) ? await pointArea(geometries, changes, signal) : await byTurns(polygonArea(geometries, changes), signal);
  checkLimit(area.hectares);
  const [{ feature }] = geometries as [RawGeometry];
  const kept = feature && geometries.every((geometry) => geometry.feature === feature) && keptFeature(feature, changes);
  const hectares = rounded(area.hectares);
  const description: AreaDescription = {
    type: area.geometry.type,
    hectares,
    ...(await byTurns(extentOf(area.geometry), signal)),
    retrieval: hectares < syncThreshold ? 'sync' : 'async',
    ...(area.cells && { cells: area.cells }),
    ...(kept && { feature: kept }),
    ...(fingerprintOf && { fingerprint: await byTurns(fingerprintOf(area.geometry), signal) }),
    changes: changes.map(inEnglish),
  };
  return { geometry: area.geometry, wkt: await byTurns(writeWkt(area.geometry), signal), description, changes };
}

interface MeasuredGeometry {
  geometry: AreaGeometry;
  hectares: number;
  cells?: string[];
}

/** Points and polygons in one area would be two requests: the service takes points as cells. */
function arePoints(geometries: readonly RawGeometry[]): boolean {
  const points = geometries.filter(({ type }) => type.endsWith('Point')).length;
  if (points > 0 && points < geometries.length) {
    throw geometryError('mixed', { points, polygons: geometries.length - points });
  }
  return points > 0;
}

/** Whether the area was given in several parts, even if only one of them is left. */
function areSeveral(geometries: readonly RawGeometry[]): boolean {
  return geometries.length > 1 || geometries[0]!.type.startsWith('Multi');
}

async function pointArea(geometries: readonly RawGeometry[], changes: Sentence[], signal: AbortSignal | undefined): Promise<MeasuredGeometry> {
  const points = await byTurns(readPoints(geometries, changes), signal);
  return { geometry: pointGeometry(points, areSeveral(geometries)), ...(await footprint(points, signal)) };
}

function* polygonArea(geometries: readonly RawGeometry[], changes: Sentence[]): Steps<MeasuredGeometry> {
  const rings = yield* checkedRings(geometries, changes);
  const pieces = yield* splitRings(rings, changes);
  // Where an edge is cut, the grid of coordinates may take it past a corner that touched it.
  if (pieces !== rings) yield* checkRings(pieces);
  const { rings: parts, sharedHectares } = yield* mergeOverlaps(pieces, changes);
  const geometry = yield* polygonGeometry(parts, areSeveral(geometries));
  return { geometry, hectares: hectaresOf(geometry) - sharedHectares };
}

/** What is wrong with the geometries of one feature, looked at by itself. */
function* checkGeometries(geometries: readonly RawGeometry[]): Steps<void> {
  if (arePoints(geometries)) yield* readPoints(geometries, []);
  else yield* checkedRings(geometries, []);
}

/** Rings that bound an area, each a plain curve: across the antimeridian, longitudes run on. */
function* checkedRings(geometries: readonly RawGeometry[], changes: Sentence[]): Steps<Rings> {
  const rings = followRings(yield* readRings(geometries, changes), changes);
  yield;
  orientRings(rings, changes);
  yield* checkRings(rings);
  return rings;
}

function checkLimit(hectares: number): void {
  const squareKilometres = hectares / 100;
  if (squareKilometres <= LIMITS.squareKilometres) return;
  const figures = { area: { figure: Math.round(squareKilometres) }, limit: { figure: LIMITS.squareKilometres } };
  throw new GeometryError('SOIL_AREA_LIMIT', sentence('tooLarge', figures));
}
