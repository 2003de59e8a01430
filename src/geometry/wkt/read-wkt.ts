import { parse } from 'wellknown';
import type { Steps } from '../../time/steps';
import { geometryError } from '../geometry-error';
import type { RawGeometry, RawShape } from '../raw-geometry';
import { positionsCut } from '../read-positions';
import { counted, sentence, type Sentence } from '../sentence';
import { positionIndex, scanWkt, type WktMember, type WktRun, type WktScan } from './wkt-scanner';

/**
 * Characters that `wellknown` gets at once. What it makes of them soon becomes garbage, so a position costs no more among a million than
 * among a thousand.
 */
const PIECE = 20_000;

/**
 * Reads WKT and EWKT. The scanner first refuses what is not WKT, with its position, and finds the runs of positions; `wellknown` then reads
 * these, respelled if it would misread them.
 * @throws SoilError `SOIL_GEOMETRY`
 */
export function* readWkt(text: string): Steps<RawShape> {
  return yield* readScanned(text, yield* scanWkt(text));
}

/** As {@link readWkt}, for a text that was scanned already. */
export function* readScanned(text: string, { members, empty }: WktScan): Steps<RawShape> {
  const geometries: RawGeometry[] = [];
  let longer = 0;
  for (const member of members) {
    const parts: Float64Array[][] = [];
    for (const part of member.parts) {
      const rings: Float64Array[] = [];
      for (const run of part) {
        const { coordinates, longer: more } = yield* readRun(text, run);
        longer += more;
        rings.push(coordinates);
      }
      parts.push(rings);
    }
    geometries.push({ type: member.type, coordinates: nested(member, parts), where: (...indices) => place(text, member, indices) });
  }
  const changes = empty.number > 0 ? [counted(empty.number, 'partEmpty', 'partsEmpty')] : [];
  if (longer > 0) changes.push(positionsCut(longer));
  return { geometries, changes };
}

function nested({ type }: WktMember, parts: Float64Array[][]): unknown {
  switch (type) {
    case 'Point':
      return [...parts[0]![0]!];
    case 'MultiPoint':
      return parts[0]![0];
    case 'Polygon':
      return parts[0];
    case 'MultiPolygon':
      return parts;
  }
}

/** Longitudes and latitudes of a run, and how many positions have more than these two. */
function* readRun(text: string, run: WktRun): Steps<{ coordinates: Float64Array; longer: number }> {
  const coordinates = new Float64Array(2 * run.count);
  let at = 0;
  let longer = 0;
  for (let start = run.start; start < run.end; ) {
    const comma = start + PIECE < run.end ? text.indexOf(',', start + PIECE) : -1;
    const end = comma === -1 || comma > run.end ? run.end : comma;
    const line = parse(`LINESTRING (${spelling(text.slice(start, end), run)})`);
    if (line?.type !== 'LineString') throw geometryError('wktPositionsUnreadable', { at: start });
    for (const position of line.coordinates) {
      coordinates[at++] = position[0];
      coordinates[at++] = position[1];
      if (position.length > 2) longer++;
    }
    start = end + 1;
    yield;
  }
  return { coordinates, longer };
}

/** `wellknown` 0.5.0 gives null for a space after a bracket, for two spaces in a position, and for `1.` */
function spelling(positions: string, { plain }: WktRun): string {
  if (plain) return positions.trim();
  return positions
    .replace(/[()]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\.(?![0-9])/g, '')
    .trim();
}

/** `position 41`, from the indices of a position, or of a ring or part. */
function place(text: string, { type, parts }: WktMember, indices: number[]): Sentence {
  const depth = type === 'MultiPolygon' ? 3 : type === 'Polygon' ? 2 : 1;
  const [position = 0, ring = 0, part = 0] = Array.from({ length: depth }, (_, i) => indices[i]).reverse();
  return sentence('atPosition', { at: positionIndex(text, parts[part]![ring]!, position) });
}
