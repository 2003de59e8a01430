import { readPoints, readRings } from './read-positions';
import { readWkt } from './read-wkt';

/**
 * Refuses a text that is no WKT of points or polygons in degrees: what is wrong with its words, its numbers or its rings is said before the
 * text goes anywhere. Whether rings cross is not looked at.
 * @throws SoilError `SOIL_GEOMETRY`, with the position in the text
 */
export function checkWkt(wkt: string): void {
  const { geometries } = readWkt(wkt);
  readPoints(geometries.filter(({ type }) => type.endsWith('Point')), []);
  readRings(geometries.filter(({ type }) => type.endsWith('Polygon')), []);
}
