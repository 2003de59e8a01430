import { geometryError } from './geometry-error';
import { placeName } from './grid';
import { partCount, partOf, reverseRing, ringOf, signedArea, type Rings } from './rings';
import { were } from './sentences';
import { Sweep, type Conflict } from './sweep';

/** Turns shells counter-clockwise and holes clockwise (RFC 7946, 3.1.6), in place. */
export function orientRings(rings: Rings, changes: string[]): void {
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
  if (turned > 0) changes.push(`${were(turned, 'ring')} turned round: outer rings run counter-clockwise, holes clockwise.`);
}

/**
 * Refuses polygons that bound no area: rings that cross themselves or each other or run along each other, holes outside their shell, rings
 * without area. Takes oriented rings.
 * @throws SoilError `SOIL_GEOMETRY`, with the place in degrees
 */
export function checkRings(rings: Rings): void {
  const { ringStart, partStart } = rings;
  const sweep = new Sweep(rings);
  for (let part = 0; part < partCount(rings); part++) {
    const from = ringStart[partStart[part]!]!;
    const to = ringStart[partStart[part + 1]!]!;
    const conflict = sweep.firstConflict(from, to);
    if (!conflict) continue;
    // A ring with its inside on the wrong side crosses itself somewhere, and that is the place to look at.
    const crossing = conflict.kind === 'side' && areOfOneRing(rings, conflict) ? new Sweep(rings, { anySides: true }).firstConflict(from, to) : undefined;
    throw geometryError(complaint(rings, crossing ?? conflict));
  }
}

function areOfOneRing(rings: Rings, { first, second }: Conflict): boolean {
  const ring = ringOf(rings, first);
  return ring === (second === -1 ? rings.partStart[partOf(rings, ring)] : ringOf(rings, second));
}

function complaint(rings: Rings, { kind, first, second, x, y }: Conflict): string {
  const place = placeName(x, y);
  const one = ringOf(rings, first);
  const other = second === -1 ? rings.partStart[partOf(rings, one)]! : ringOf(rings, second);
  if (one === other) {
    const ring = capital(ringName(rings, one));
    if (kind !== 'along') return `${ring} crosses itself at ${place}. Move or remove a corner there, or divide the area in two.`;
    if (signedArea(rings, one) === 0) {
      return `${ring} has no area: all of it lies on one line at ${place}. Give at least three corners that do not.`;
    }
    return `${ring} runs back along itself at ${place}. Remove the spike or cut there.`;
  }
  const [inner, outer] = one < other ? [other, one] : [one, other];
  const names = `${capital(ringName(rings, inner))} and ${ringName(rings, outer)}`;
  if (kind === 'along') return `${names} run along each other at ${place}: they may only touch in single points.`;
  if (kind === 'cross') return `${names} cross at ${place}: a hole must lie inside the outer ring, and holes may not overlap.`;
  const isShell = outer === rings.partStart[partOf(rings, outer)];
  if (isShell) return `${capital(ringName(rings, inner))} does not lie inside ${ringName(rings, outer)}, at ${place}.`;
  return `${names} overlap at ${place}: make them one hole.`;
}

function ringName(rings: Rings, ring: number): string {
  const part = partOf(rings, ring);
  const hole = ring - rings.partStart[part]!;
  const name = hole === 0 ? 'the outer ring' : `hole ${hole}`;
  return partCount(rings) === 1 ? name : `${name} of polygon ${part + 1}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
