import { finiteNumber } from '../foreign/foreign-value';
import type { AreaDescription } from './area-of-interest';

/** A box in degrees, as GeoJSON has it (RFC 7946, 5): its west lies east of its east if it crosses the antimeridian. */
export type Region = readonly [west: number, south: number, east: number, north: number];

/** Degrees that rounding may leave between two equal sides. */
const ROUNDING = 1e-7;

/** A region as a person writes it: `3.3, 50.7, 7.3, 53.6`, also in the brackets of a GeoJSON `bbox`. `undefined` for anything else. */
export function readRegion(text: string): Region | undefined {
  const inside = text.trim().replace(/^\[(.*)\]$/, '$1');
  const sides = inside.split(',').map(finiteNumber);
  const [west, south, east, north] = sides;
  if (sides.length !== 4 || west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
  const isOnEarth = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
  return isOnEarth && south < north && west !== east ? [west, south, east, north] : undefined;
}

/** Whether the whole of an area lies in a region. */
export function liesIn([west, south, east, north]: AreaDescription['bbox'], region: Region): boolean {
  if (south < region[1] - ROUNDING || north > region[3] + ROUNDING) return false;
  const width = eastwards(region[0], region[2]);
  if (width >= 360) return true;
  const offset = eastwards(region[0], west);
  const end = offset + eastwards(west, east);
  // West of the region by no more than rounding is at its western side.
  return (offset > 360 - ROUNDING ? end - 360 : end) <= width + ROUNDING;
}

/** Whether it would lie there with latitude and longitude swapped. */
export function wouldLieIn([west, south, east, north]: AreaDescription['bbox'], region: Region): boolean {
  return west <= east && liesIn([south, west, north, east], region);
}

/** Degrees from one meridian to another, to the east: 360 around the whole earth. */
function eastwards(from: number, to: number): number {
  return to >= from ? to - from : to - from + 360;
}
