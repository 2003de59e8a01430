import type { Steps } from '../../time/steps';
import { readPoints, readRings } from '../read-positions';
import { readScanned } from './read-wkt';
import { emptyPart, scanWkt, type WktMember, type WktRun } from './wkt-scanner';

/** Texts with up to this many get a quick check first; longer ones are read in full at once. */
const FEW_POSITIONS = 1_000;
/** Degrees: positions further apart than this stay different when they are rounded. */
const APART = 1e-6;

/**
 * Refuses a text that is not WKT of points or polygons in degrees, so that faults in its words, numbers or rings are reported before the
 * text goes anywhere. Does not check whether rings cross.
 * @throws SoilError `SOIL_GEOMETRY`, with the position in the text
 */
export function* checkWkt(wkt: string): Steps<void> {
  const scan = yield* scanWkt(wkt);
  // The text is sent as it is.
  if (scan.empty.first) throw emptyPart(scan.empty.first);
  if (isPlainlyRight(wkt, scan.members)) return;
  const { geometries } = yield* readScanned(wkt, scan);
  yield* readPoints(geometries.filter(({ type }) => type.endsWith('Point')), []);
  yield* readRings(geometries.filter(({ type }) => type.endsWith('Polygon')), []);
}

/** Most texts are, and every request has one: reading it in full takes fifteen times as long. False if in doubt. */
function isPlainlyRight(wkt: string, members: readonly WktMember[]): boolean {
  let left = FEW_POSITIONS;
  for (const { type, parts } of members) {
    for (const run of parts.flat()) {
      left -= run.count;
      if (left < 0 || !isInDegrees(wkt, run, type.endsWith('Polygon'))) return false;
    }
  }
  return true;
}

/** Whether the positions of a run are on the Earth and, in a ring, at least three differ from the position before them. */
function isInDegrees(wkt: string, { start, end }: WktRun, isRing: boolean): boolean {
  const first = { x: NaN, y: NaN };
  let [x, y, moves] = [NaN, NaN, 0];
  for (const position of wkt.slice(start, end).split(',')) {
    const [longitude, latitude] = (position.match(/[^\s()]+/g) ?? []).map(Number) as [number, number];
    if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return false;
    if (Number.isNaN(first.x)) Object.assign(first, { x: longitude, y: latitude });
    else if (Math.abs(longitude - x) > APART || Math.abs(latitude - y) > APART) moves++;
    [x, y] = [longitude, latitude];
  }
  const isClosed = Math.abs(x - first.x) <= APART && Math.abs(y - first.y) <= APART;
  return !isRing || moves + (isClosed ? 0 : 1) >= 3;
}
