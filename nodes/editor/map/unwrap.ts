import type { FeatureCollection, Geometry, MultiLineString, MultiPolygon, Position } from 'geojson';

/**
 * Outlines for a flat map. On the globe a line from 179 to -179 degrees is short; on a flat map it would run across the world.
 * So lines are followed past 180 degrees, and what lies near that is drawn once more on the other side.
 */

/** Follows a line so that no step is longer than half the globe. */
function follow(line: readonly Position[]): Position[] {
  let turn = 0;
  let before: number | undefined;
  return line.map(([lon = 0, lat = 0]) => {
    if (before !== undefined && Math.abs(lon - before) > 180) turn += lon < before ? 360 : -360;
    before = lon;
    return [lon + turn, lat];
  });
}

/** A ring round a pole does not close on a flat map: it goes along the edge of the map. */
function closeAtPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 180) return ring;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...ring, [last[0] ?? 0, pole], [first[0] ?? 0, pole]];
}

/** How far beyond 180 degrees the map can be moved. */
export const BEYOND = 60;

/** The line, and a copy 360 degrees away if it is visible there beyond 180 degrees. */
function onBothSides(line: Position[]): Position[][] {
  const shifted = (by: number): Position[] => line.map(([lon = 0, lat = 0]) => [lon + by, lat]);
  const copies = [line];
  if (line.some(([lon = 0]) => lon > 180 - BEYOND)) copies.push(shifted(-360));
  if (line.some(([lon = 0]) => lon < BEYOND - 180)) copies.push(shifted(360));
  return copies;
}

/** All land as one geometry. */
export function unwrapPolygons(countries: FeatureCollection<Geometry | null>): MultiPolygon {
  const polygons = countries.features.flatMap(({ geometry }) =>
    geometry?.type === 'Polygon' ? [geometry.coordinates] : geometry?.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  const coordinates = polygons.flatMap(([outer = [], ...holes]) => {
    const copies = onBothSides(closeAtPole(follow(outer)));
    return copies.map((copy, index) => [copy, ...(index === 0 ? holes.map(follow) : [])]);
  });
  return { type: 'MultiPolygon', coordinates };
}

/** All borders and coasts as one geometry. */
export function unwrapLines({ coordinates }: MultiLineString): MultiLineString {
  return { type: 'MultiLineString', coordinates: coordinates.flatMap((line) => onBothSides(follow(line))) };
}
