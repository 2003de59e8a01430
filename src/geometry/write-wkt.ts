import { stringify } from 'wellknown';
import type { AreaGeometry, Position } from './area-of-interest';
import { plainDecimal } from './grid';

/** Positions that `wellknown` writes at once: its intermediate texts are garbage soon. */
const PIECE = 1000;

/** Writes a checked geometry as WKT (specification, section 2.6): longitude latitude, rings closed, plain decimals. */
export function writeWkt(geometry: AreaGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return `POINT ${list([geometry.coordinates])}`;
    case 'MultiPoint':
      return `MULTIPOINT ${list(geometry.coordinates)}`;
    case 'Polygon':
      return `POLYGON ${polygon(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `MULTIPOLYGON (${geometry.coordinates.map(polygon).join(', ')})`;
  }
}

function polygon(rings: Position[][]): string {
  return `(${rings.map(list).join(', ')})`;
}

/** Positions in brackets, as `wellknown` writes a line. It prints `1e-7`, which some servers refuse. */
function list(positions: Position[]): string {
  const pieces: string[] = [];
  for (let i = 0; i < positions.length; i += PIECE) {
    const line = stringify({ type: 'LineString', coordinates: positions.slice(i, i + PIECE) });
    const text = line.slice('LINESTRING ('.length, -1);
    pieces.push(text.includes('e') ? text.replace(/-?\d(?:\.\d+)?e-\d+/g, (number) => plainDecimal(Number(number))) : text);
  }
  return `(${pieces.join(', ')})`;
}
