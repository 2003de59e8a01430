import type { Steps } from '../../time/steps';
import { geometryError, type GeometryError } from '../geometry-error';
import { placeAt } from '../grid';
import { counted, sentence, type Sentence } from '../sentence';
import { partCount, partOf, reverseRing, ringOf, signedArea, type Rings } from './rings';
import { Sweep, type Conflict } from './sweep';

/** Turns shells counter-clockwise and holes clockwise (RFC 7946, 3.1.6), in place. */
export function orientRings(rings: Rings, changes: Sentence[]): void {
  let turned = 0;
  for (let part = 0; part < partCount(rings); part++) {
    for (let ring = rings.partStart[part]!; ring < rings.partStart[part + 1]!; ring++) {
      const shell = ring === rings.partStart[part];
      const area = signedArea(rings, ring);
      if (area === 0 || area > 0 === shell) continue;
      reverseRing(rings, ring);
      turned++;
    }
  }
  if (turned > 0) changes.push(counted(turned, 'ringTurned', 'ringsTurned'));
}

/** Positions of several parts between two rests: of one part, the sweep rests by itself. */
const POSITIONS_AT_ONCE = 4096;

/**
 * Refuses polygons that bound no area: rings that cross themselves or each other or run along each other, holes outside their shell, rings
 * without area. Takes oriented rings.
 * @throws SoilError `SOIL_GEOMETRY`, with the place in degrees
 */
export function* checkRings(rings: Rings): Steps<void> {
  const { ringStart, partStart } = rings;
  const sweep = new Sweep(rings);
  yield;
  let rest = POSITIONS_AT_ONCE;
  for (let part = 0; part < partCount(rings); part++) {
    const from = ringStart[partStart[part]!]!;
    const to = ringStart[partStart[part + 1]!]!;
    const conflict = yield* sweep.firstConflict(from, to);
    if (conflict) {
      // A ring with its inside on the wrong side crosses itself somewhere, and that is the place to look at.
      const mayCross = conflict.kind === 'side' && areOfOneRing(rings, conflict);
      const crossing = mayCross ? yield* new Sweep(rings, { anySides: true }).firstConflict(from, to) : undefined;
      throw complaint(rings, crossing ?? conflict);
    }
    if (to < rest) continue;
    rest = to + POSITIONS_AT_ONCE;
    yield;
  }
}

function areOfOneRing(rings: Rings, { first, second }: Conflict): boolean {
  const ring = ringOf(rings, first);
  return ring === (second === -1 ? rings.partStart[partOf(rings, ring)] : ringOf(rings, second));
}

function complaint(rings: Rings, { kind, first, second, x, y }: Conflict): GeometryError {
  const place = placeAt(x, y);
  const one = ringOf(rings, first);
  const two = second === -1 ? rings.partStart[partOf(rings, one)]! : ringOf(rings, second);
  if (one === two) {
    const ring = ringName(rings, one);
    if (kind !== 'along') return geometryError('ringCrossesItself', { ring, place });
    return geometryError(signedArea(rings, one) === 0 ? 'ringOnLine' : 'ringSpike', { ring, place });
  }
  const [inner, outer] = one < two ? [two, one] : [one, two];
  const names = { ring: ringName(rings, inner), other: ringName(rings, outer), place };
  if (kind === 'along') return geometryError('ringsAlong', names);
  if (kind === 'cross') return geometryError('ringsCross', names);
  const isShell = outer === rings.partStart[partOf(rings, outer)];
  return geometryError(isShell ? 'holeOutside' : 'holesOverlap', names);
}

function ringName(rings: Rings, ring: number): Sentence {
  const part = partOf(rings, ring);
  const hole = ring - rings.partStart[part]!;
  const alone = partCount(rings) === 1;
  const polygon = part + 1;
  if (hole === 0) return alone ? sentence('outerRing') : sentence('outerRingOf', { polygon });
  return alone ? sentence('hole', { hole }) : sentence('holeOf', { hole, polygon });
}
