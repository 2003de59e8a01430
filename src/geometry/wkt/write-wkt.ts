import { stringify } from 'wellknown';
import type { Steps } from '../../time/steps';
import type { AreaGeometry, Position } from '../area-of-interest';
import { plainDecimal } from '../grid';

/** Positions that `wellknown` writes at once: its intermediate texts soon become garbage. */
const PIECE = 1000;

/** Writes a checked geometry as WKT (specification, section 2.6): longitude latitude, rings closed, plain decimals. */
export function* writeWkt(geometry: AreaGeometry): Steps<string> {
  switch (geometry.type) {
    case 'Point':
      return `POINT ${yield* list([geometry.coordinates])}`;
    case 'MultiPoint':
      return `MULTIPOINT ${yield* list(geometry.coordinates)}`;
    case 'Polygon':
      return `POLYGON ${yield* polygon(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `MULTIPOLYGON (${(yield* each(geometry.coordinates, polygon)).join(', ')})`;
  }
}

function* polygon(rings: Position[][]): Steps<string> {
  return `(${(yield* each(rings, list)).join(', ')})`;
}

function* each<Item>(items: Item[], write: (item: Item) => Steps<string>): Steps<string[]> {
  const texts: string[] = [];
  for (const item of items) texts.push(yield* write(item));
  return texts;
}

/** Positions in brackets, as `wellknown` writes a line, except that it prints `1e-7`, which some servers refuse. */
function* list(positions: Position[]): Steps<string> {
  const pieces: string[] = [];
  for (let i = 0; i < positions.length; i += PIECE) {
    const line = stringify({ type: 'LineString', coordinates: positions.slice(i, i + PIECE) });
    const text = line.slice('LINESTRING ('.length, -1);
    pieces.push(text.includes('e') ? text.replace(/-?\d(?:\.\d+)?e-\d+/g, (number) => plainDecimal(Number(number))) : text);
    yield;
  }
  return `(${pieces.join(', ')})`;
}
