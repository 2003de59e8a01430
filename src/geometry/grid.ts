import { withoutTrailing } from '../text/without-trailing';
import type { ShownPlace } from './place-words';

/**
 * Coordinates are rounded to 7 decimals of a degree, about 1 cm (RFC 7946, 11.2), and inside this room they are whole numbers of that
 * unit: on whole numbers, whether two edges cross has one answer, not one that depends on rounding.
 */
export const UNITS_PER_DEGREE = 1e7;

/** 180 degrees in grid units: the antimeridian. */
export const HALF_TURN = 180 * UNITS_PER_DEGREE;

/** 360 degrees in grid units. */
export const FULL_TURN = 360 * UNITS_PER_DEGREE;

/** Degrees to the nearest grid unit. Never gives negative zero. */
export function toGrid(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE) + 0;
}

/** Grid units to degrees. The quotient is the double next to the decimal number, so it prints with 7 decimals at most. */
export function toDegrees(units: number): number {
  return units / UNITS_PER_DEGREE;
}

/** Degrees rounded to the 7 decimals that the grid has: for coordinates that are computed here, so that their rounding is no repair. */
export function roundDegrees(degrees: number): number {
  return toDegrees(toGrid(degrees));
}

/** A coordinate as text, without an exponent: `0.0000001`, never `1e-7`, which some servers refuse. */
export function plainDecimal(degrees: number): string {
  const text = String(degrees);
  return text.includes('e') ? withoutTrailing(withoutTrailing(degrees.toFixed(7), /0/), /\./) : text;
}

/** A place for a message, in degrees. */
export function placeAt(x: number, y: number): ShownPlace {
  return { latitude: toDegrees(Math.round(y)), longitude: toDegrees(Math.round(x)) };
}
