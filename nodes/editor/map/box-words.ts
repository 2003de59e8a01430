import { ownLetters, type LongitudeLetters } from '../../../src/geometry/place-words';

/** Decimals of a degree that tell the sides of an area of this width apart: from a kilometre to a metre. */
function decimalsFor(span: number): number {
  return Math.min(5, Math.max(2, Math.ceil(1 - Math.log10(span))));
}

/** One pair of sides: `5.6–5.75° E`, `2° W – 3° E`, of a point `5.2° E`. */
function sides(low: number, high: number, [below, above]: [below: string, above: string], shown: (degrees: number, decimals: number) => string): string {
  // Of an area across the antimeridian, the eastern side has the lower number.
  const span = high < low ? high + 360 - low : high - low;
  const decimals = span === 0 ? 5 : decimalsFor(span);
  const figure = (degrees: number): string => shown(Math.abs(degrees), decimals);
  const letter = (degrees: number): string => (degrees < 0 ? below : above);
  if (low === high) return `${figure(low)}° ${letter(low)}`;
  if (letter(low) !== letter(high)) return `${figure(low)}° ${letter(low)} – ${figure(high)}° ${letter(high)}`;
  return `${figure(low)}–${figure(high)}° ${letter(low)}`;
}

/**
 * Where an area lies, as on the edge of a map: `5.6–5.75° E, 51.95–52.03° N`. Where somebody swapped latitude and longitude, it says so to whoever
 * knows where their field is.
 * @param shown a number in the form that the editor's language writes it in
 */
export function boxWords([west, south, east, north]: readonly [number, number, number, number], letters: LongitudeLetters, shown: (degrees: number, decimals: number) => string): string {
  const own = ownLetters(letters);
  return `${sides(west, east, [own.west, own.east], shown)}, ${sides(south, north, ['S', 'N'], shown)}`;
}
