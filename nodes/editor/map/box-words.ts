import { ownLetters, type LongitudeLetters } from '../../../src/geometry/place-words';

/** Decimals of a degree that distinguish the sides of an area of this width: from a kilometre to a metre. */
function decimalsFor(span: number): number {
  return Math.min(5, Math.max(2, Math.ceil(1 - Math.log10(span))));
}

/** One pair of sides: `5.6–5.75° E`, `2° W – 3° E`, or `5.2° E` for a point. */
function sides(low: number, high: number, [below, above]: [below: string, above: string], shown: (degrees: number, decimals: number) => string): string {
  // In an area across the antimeridian, the eastern side has the lower number.
  const span = high < low ? high + 360 - low : high - low;
  const decimals = span === 0 ? 5 : decimalsFor(span);
  const figure = (degrees: number): string => shown(Math.abs(degrees), decimals);
  const letter = (degrees: number): string => (degrees < 0 ? below : above);
  if (low === high) return `${figure(low)}° ${letter(low)}`;
  if (letter(low) !== letter(high)) return `${figure(low)}° ${letter(low)} – ${figure(high)}° ${letter(high)}`;
  return `${figure(low)}–${figure(high)}° ${letter(low)}`;
}

/**
 * Where an area lies, as on the edge of a map: `5.6–5.75° E, 51.95–52.03° N`. People who know where their field is see when latitude and longitude
 * were swapped.
 * @param shown writes a number as in the editor's language
 */
export function boxWords([west, south, east, north]: readonly [number, number, number, number], letters: LongitudeLetters, shown: (degrees: number, decimals: number) => string): string {
  const own = ownLetters(letters);
  return `${sides(west, east, [own.west, own.east], shown)}, ${sides(south, north, ['S', 'N'], shown)}`;
}
