/**
 * A place as people write it: latitude before longitude, in degrees, with letters for the hemispheres where they like:
 * `52.1, 5.2`, `52.1N 5.2E`, `34.6S, 58.4W`. `undefined` where it is none.
 */
export function readPlace(text: string): [lat: number, lon: number] | undefined {
  const match = /^\s*([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([EWO])?\s*$/i.exec(text);
  if (!match) return undefined;
  const [, latitude = '', north = '', longitude = '', east = ''] = match;
  const lat = Number(latitude.replace(',', '.')) * (/S/i.test(north) ? -1 : 1);
  const lon = Number(longitude.replace(',', '.')) * (/W/i.test(east) ? -1 : 1);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : undefined;
}
