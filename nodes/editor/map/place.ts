import type { LongitudeLetters } from '../../../src/geometry/place-words';

/**
 * A place as people write it: latitude before longitude, in degrees, with or without letters for the hemispheres:
 * `52.1, 5.2`, `52.1N 5.2E`, `34.6S, 58.4W`. `undefined` if it is none, or if a sign and a letter stand together.
 */
export function placeFromText(text: string, { east, west }: LongitudeLetters): [lat: number, lon: number] | undefined {
  const tidy = text.toUpperCase().trim().replace(/\s+/g, ' ');
  const match = /^([+-]?\d{1,3}(?:[.,]\d+)?) ?°? ?([NS])? ?[,; ] ?([+-]?\d{1,3}(?:[.,]\d+)?) ?°? ?([A-Z])?$/.exec(tidy);
  if (!match) return undefined;
  const [, latitude = '', north = '', longitude = '', letter = ''] = match;
  if (!(east + west).includes(letter)) return undefined;
  if ((north !== '' && /[+-]/.test(latitude)) || (letter !== '' && /[+-]/.test(longitude))) return undefined;
  const lat = Number(latitude.replace(',', '.')) * (north === 'S' ? -1 : 1);
  const lon = Number(longitude.replace(',', '.')) * (letter !== '' && west.includes(letter) ? -1 : 1);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : undefined;
}
