import { fieldOf, finiteNumber, isObject, ownField } from '../foreign/foreign-value';
import type { Steps } from '../time/steps';
import type { AreaType } from './area-of-interest';
import { describeValue } from './describe-value';
import { firstFeatures, furtherFeatures, MOST_FAULTY } from './faulty-features';
import { GeometryError, geometryError } from './geometry-error';
import { LIMITS } from './limits';
import type { FeatureFault, RawFeature, RawGeometry, RawShape } from './raw-geometry';
import { checkReferenceSystem } from './reference-system';
import { sentence, type Sentence } from './sentence';
import { unreadRadius } from './unread-radius';

const AREA_TYPES: ReadonlySet<unknown> = new Set<AreaType>(['Point', 'MultiPoint', 'Polygon', 'MultiPolygon']);
const LINES: ReadonlySet<unknown> = new Set(['LineString', 'MultiLineString']);
const CONTAINERS: ReadonlyMap<unknown, string> = new Map([
  ['FeatureCollection', 'features'],
  ['GeometryCollection', 'geometries'],
]);

/** Whether an object declares itself to be GeoJSON (RFC 7946, 1.4). */
export function isGeoJson(value: Record<string, unknown>): boolean {
  const type = ownField(value, 'type');
  return type === 'Feature' || AREA_TYPES.has(type) || LINES.has(type) || CONTAINERS.has(type);
}

/** Members between two rests. */
const MEMBERS_AT_ONCE = 1024;

interface Item {
  value: unknown;
  path: string;
  depth: number;
  /** The innermost one that it stands in. */
  feature?: RawFeature | undefined;
}

/**
 * Reads a GeoJSON Geometry, Feature or FeatureCollection. Coordinates are handed on unchecked. A member of a FeatureCollection that cannot be read is one
 * of its faults, and the others are read all the same.
 * @throws SoilError `SOIL_GEOMETRY`, with the path of the member that is wrong.
 */
export function* readGeoJson(root: Record<string, unknown>): Steps<RawShape> {
  const waiting: Item[] = [{ value: root, path: '', depth: 0 }];
  const found: Found = { geometries: [], empty: [], waiting };
  const { geometries, empty } = found;
  let error: GeometryError | undefined;
  const faults: FeatureFault[] = [];
  let seen = 0;
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { depth, feature } = item;
    if (depth > LIMITS.depth) throw geometryError('geoJsonTooDeep', { limit: LIMITS.depth });
    if (++seen > LIMITS.positions) throw tooManyMembers();
    if (seen % MEMBERS_AT_ONCE === 0) yield;
    try {
      const container = readItem(item, found);
      if (container) yield* listMembers(container, item, waiting);
    } catch (thrown) {
      if (!feature || feature.path === '' || !(thrown instanceof GeometryError)) throw thrown;
      // Of the others, neither words nor stack are kept: a file of roads may hold a million lines.
      error ??= thrown;
      faults.push({ feature, before: geometries.length });
      if (faults.length >= MOST_FAULTY) break;
    }
  }
  if (geometries.length === 0 && !error) throw geometryError('geoJsonEmpty');
  const changes = empty.length === 0 ? [] : [leftOut(empty)];
  if (found.part !== undefined) changes.push(sentence('featuresMissing', { name: found.part }));
  if (found.radius) changes.push(found.radius);
  return { geometries, changes, ...(error && { unread: { error, faults } }) };
}

/** What was found so far, and what waits to be read. */
interface Found {
  geometries: RawGeometry[];
  /** Features without a geometry. */
  empty: RawFeature[];
  waiting: Item[];
  /** What is said of the first point with a radius. */
  radius?: Sentence | undefined;
  /** The member with which a collection says that its source has more features. */
  part?: string | undefined;
}

/**
 * What an item turns out to be goes to the geometries, to the features without one, or to those that wait to be read; if it is a container, its
 * members are returned.
 */
function readItem(item: Item, found: Found): Members | undefined {
  const { empty, waiting } = found;
  const { value, path, depth, feature } = item;
  if (!isObject(value)) throw geometryError('geoJsonNoObject', { where: path || sentence('atTop'), found: describeValue(value) });
  checkReferenceSystem(value, join(path, 'crs'));
  const type = ownField(value, 'type');
  if (type === 'Feature') {
    const geometry = ownField(value, 'geometry');
    const own = feature ?? featureAt(value, path);
    if (geometry === null || geometry === undefined || isEmpty(geometry)) empty.push(own);
    else waiting.push({ value: geometry, path: join(path, 'geometry'), depth: depth + 1, feature: own });
  } else if (CONTAINERS.has(type)) {
    const members = membersOf(value, CONTAINERS.get(type)!, path);
    if (members.areFeatures) found.part ??= signOfPart(value, members.list.length);
    return members;
  } else {
    found.geometries.push({ ...readGeometry(value, type, path), ...(feature && { feature }) });
    if (type === 'Point') found.radius ??= unreadRadius(feature?.properties, value);
  }
  return undefined;
}

/** Without coordinates, as PostGIS and GEOS write what an intersection leaves of a feature: it may count as none (RFC 7946, 3.1). */
function isEmpty(geometry: unknown): boolean {
  const coordinates = fieldOf(geometry, 'coordinates');
  return Array.isArray(coordinates) && coordinates.length === 0 && AREA_TYPES.has(fieldOf(geometry, 'type'));
}

/** Services that give features by pages say so: those of ArcGIS with a flag, others with the number of all (OGC 17-069r4, /req/core/fc-numberMatched). */
function signOfPart(collection: object, number: number): string | undefined {
  if ([collection, ownField(collection, 'properties')].some((holder) => fieldOf(holder, 'exceededTransferLimit') === true)) return 'exceededTransferLimit';
  return (finiteNumber(ownField(collection, 'numberMatched')) ?? 0) > number ? 'numberMatched' : undefined;
}

function leftOut(empty: readonly RawFeature[]): Sentence {
  const features = firstFeatures(empty);
  const more = furtherFeatures(empty);
  const number = { figure: empty.length };
  if (empty.length === 1) return sentence('featureEmpty', { features });
  return more === 0 ? sentence('featuresEmpty', { number, features }) : sentence('manyFeaturesEmpty', { number, features, more: { figure: more } });
}

function featureAt(value: unknown, path: string): RawFeature {
  return { path, id: fieldOf(value, 'id'), properties: fieldOf(value, 'properties') };
}

/** The list of a container, and the path to it. */
interface Members {
  list: readonly unknown[];
  at: string;
  areFeatures: boolean;
}

function membersOf(container: object, name: string, path: string): Members {
  const list = ownField(container, name);
  const at = join(path, name);
  if (!Array.isArray(list)) throw geometryError('geoJsonNoArray', { where: at, found: describeValue(list) });
  if (list.length > LIMITS.positions) throw tooManyMembers();
  return { list, at, areFeatures: name === 'features' };
}

/** Lets the members of a container wait: the first on top, to be read next. */
function* listMembers({ list, at, areFeatures }: Members, { depth, feature }: Item, waiting: Item[]): Steps<void> {
  for (let index = list.length - 1; index >= 0; index--) {
    const value = list[index];
    const own = `${at}[${index}]`;
    waiting.push({ value, path: own, depth: depth + 1, feature: areFeatures ? featureAt(value, own) : feature });
    if (index % MEMBERS_AT_ONCE === 0) yield;
  }
}

function tooManyMembers(): Error {
  return geometryError('geoJsonTooLong', { limit: { figure: LIMITS.positions } });
}

function readGeometry(value: object, type: unknown, path: string): RawGeometry {
  if (LINES.has(type)) {
    const line = { type: String(type) };
    throw path === '' ? geometryError('geoJsonLine', line) : geometryError('geoJsonLineAt', { ...line, where: path });
  }
  if (!AREA_TYPES.has(type)) {
    const found = describeValue(type);
    throw path === '' ? geometryError('geoJsonType', { found }) : geometryError('geoJsonTypeAt', { found, where: path });
  }
  return {
    type: type as AreaType,
    coordinates: ownField(value, 'coordinates'),
    where: (...indices) => join(path, 'coordinates') + indices.map((index) => `[${index}]`).join(''),
  };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
