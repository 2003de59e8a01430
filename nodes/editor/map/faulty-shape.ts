import type { MultiPolygon, Position } from 'geojson';
import { GeometryError } from '../../../src/geometry/geometry-error';
import { readShape } from '../../../src/geometry/read-shape';
import { L, NOT_DRAWN } from './leaflet';

/** Polygons that bound no area, and the place of the fault. */
export interface FaultyShape {
  geometry: MultiPolygon;
  vertices: number;
  at: L.LatLngTuple;
}

function placeIn(error: unknown): L.LatLngTuple | undefined {
  if (!(error instanceof GeometryError)) return undefined;
  const { complaint } = error.sentence.values;
  // A complaint about one feature of a collection, or about the whole.
  const { place } = typeof complaint === 'object' && 'key' in complaint ? complaint.values : error.sentence.values;
  return typeof place === 'object' && 'latitude' in place ? [place.latitude, place.longitude] : undefined;
}

/** Long rings come out of WKT as alternating longitudes and latitudes. */
function positionsOf(ring: unknown): Position[] {
  if (!(ring instanceof Float64Array)) return ring as Position[];
  return Array.from({ length: ring.length / 2 }, (_, index) => [...ring.subarray(2 * index, 2 * index + 2)]);
}

/** The polygons of an area that was refused for a fault at one place: a person has to see them to find it. */
export async function readFaultyShape(text: string, error: unknown): Promise<FaultyShape | undefined> {
  const at = placeIn(error);
  if (!at) return undefined;
  const { geometries } = await readShape(text);
  const polygons = geometries.flatMap(({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : (coordinates as unknown[])) as unknown[][]);
  const coordinates = polygons.map((rings) => rings.map(positionsOf));
  return { geometry: { type: 'MultiPolygon', coordinates }, vertices: coordinates.flat(2).length, at };
}

/** A ring round the place of a complaint. */
export function faultMark(at: L.LatLngTuple): L.Layer {
  return L.circleMarker(at, { className: 'soil-map-fault', radius: 11, ...NOT_DRAWN });
}
