import { inTurns } from '../time/in-turns';
import { atOnce } from '../time/steps';
import type { Position } from './area-of-interest';
import { geometryError } from './geometry-error';
import { roundDegrees } from './grid';
import { h3Library } from './h3-library';
import type { RawShape } from './raw-geometry';
import { readRings } from './read-positions';
import { followRings, splitRings } from './rings/antimeridian';
import { sentence } from './sentence';
import { polygonsOf } from './to-geometry';

/** The resolution at which the service turns points into hexagons (specification, section 2.6). */
const RESOLUTION = 10;

/**
 * The outline of an H3 cell of any resolution.
 *
 * @param given as it is written, for the error
 */
export async function readCell(cell: string, given = cell): Promise<RawShape> {
  const h3 = await h3Library();
  if (!h3.isValidCell(cell)) throw geometryError('noSuchCell', { cell: given });
  const outline = h3.cellToBoundary(cell, true).map((position) => position.map(roundDegrees));
  return { geometries: [{ type: 'Polygon', coordinates: [outline], where: () => sentence('atCell', { cell }) }], changes: [] };
}

/**
 * The polygons of a cell: one, or two if it lies across the antimeridian.
 * @throws SoilError `SOIL_GEOMETRY` for no cell, and for one around a pole
 */
export async function cellPolygons(cell: string): Promise<Position[][][]> {
  const { geometries } = await readCell(cell);
  const rings = followRings(atOnce(readRings(geometries, [])), []);
  return atOnce(polygonsOf(atOnce(splitRings(rings, []))));
}

/** About what a degree of latitude measures, km. */
const DEGREE_KM = 111;

/** Where a cell lies. */
interface CellPlace {
  /** Its middle, degrees. */
  lon: number;
  lat: number;
  /** No point of it is farther from there, in degrees of latitude. */
  reach: number;
}

/** Makes what tells where cells of any resolution lie: `undefined` of a text that is no cell. */
export async function cellPlaces(): Promise<(cell: string) => CellPlace | undefined> {
  const h3 = await h3Library();
  return (cell) => {
    if (!h3.isValidCell(cell)) return undefined;
    const [lat, lon] = h3.cellToLatLng(cell);
    // The longest edges of a resolution have less than twice the average.
    return { lon, lat, reach: (2 * h3.getHexagonEdgeLengthAvg(h3.getResolution(cell), h3.UNITS.km)) / DEGREE_KM };
  };
}

/** The cells that the service uses in place of points, each once, and their area in hectares. Gives other work its turn: points may be a million. */
export async function footprint(points: readonly Position[], signal?: AbortSignal): Promise<{ cells: string[]; hectares: number }> {
  const h3 = await h3Library();
  const cells = new Set<string>();
  await inTurns(points, ([longitude, latitude]) => cells.add(h3.latLngToCell(latitude, longitude, RESOLUTION)), signal);
  let hectares = 0;
  await inTurns(cells, (cell) => (hectares += h3.cellArea(cell, h3.UNITS.m2) / 10_000), signal);
  return { cells: [...cells], hectares };
}
