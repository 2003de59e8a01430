import type { Position } from 'geojson';
import { ringTurn } from './ring-turn';

/**
 * The rings of a polygon as GeoJSON wants them (RFC 7946, 3.1.6): the outer one counter-clockwise, holes clockwise. A person draws in either
 * direction, and a rectangle runs clockwise.
 */
export function turnedRings(rings: Position[][]): Position[][] {
  return rings.map((ring, index) => (ringTurn(ring) < 0 === (index === 0) ? ring.toReversed() : ring));
}
