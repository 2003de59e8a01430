import { albersEqualArea, lambertConformal } from './conic';
import { GRS80 } from './ellipsoid';
import type { Projection } from './projection';

/** Degrees, and metres. */
export type ConicParameters = readonly [longitude: number, latitude: number, first: number, second: number, falseEasting?: number, falseNorthing?: number];

/** Codes of the EPSG register, or, above 100,000, of Esri's. All are within two metres of WGS 84. */
const ALBERS: readonly (readonly [codes: readonly number[], ConicParameters])[] = [
  // Contiguous United States, of the USGS and of Esri; North America; Alaska; British Columbia; Canada.
  [[5070, 6350, 102039], [-96, 23, 29.5, 45.5]],
  [[102003], [-96, 37.5, 29.5, 45.5]],
  [[102008], [-96, 40, 20, 60]],
  [[3338], [-154, 50, 55, 65]],
  [[3005, 3153], [-126, 45, 50, 58.5, 1_000_000]],
  [[102001], [-96, 40, 50, 70]],
  // Australia; Africa.
  [[3577, 9473], [132, 0, -18, -36]],
  [[102022], [25, 0, 20, -23]],
];

const LAMBERT: readonly (readonly [codes: readonly number[], ConicParameters])[] = [
  // Europe; France; Belgium.
  [[3034], [10, 52, 35, 65, 4_000_000, 2_800_000]],
  [[2154], [3, 46.5, 49, 44, 700_000, 6_600_000]],
  [[3812], [4 + 21 / 60 + 33.177 / 3600, 50 + 47 / 60 + 52.134 / 3600, 49 + 50 / 60, 51 + 10 / 60, 649_328, 665_262]],
  // Canada, of its atlas and of its statistics; North America; Australia.
  [[3978, 3979], [-95, 49, 49, 77]],
  [[3347, 3348], [-(91 + 52 / 60), 63.390675, 49, 77, 6_200_000, 3_000_000]],
  [[102009], [-96, 40, 20, 60]],
  [[3112], [134, 0, -18, -36]],
];

/** The parameters of the conic projection of a code; `undefined` for an unknown code. */
export function conicParameters(code: number): ConicParameters | undefined {
  return [...ALBERS, ...LAMBERT].find(([codes]) => codes.includes(code))?.[1];
}

/** The conic projection of a code; `undefined` for an unknown code. */
export function conicOfCode(code: number): Projection | undefined {
  const parameters = conicParameters(code);
  if (!parameters) return undefined;
  const [longitude, latitude, first, second, falseEasting = 0, falseNorthing = 0] = parameters;
  const project = ALBERS.some(([codes]) => codes.includes(code)) ? albersEqualArea : lambertConformal;
  return project({ ellipsoid: GRS80, longitude, latitude, parallels: [first, second], falseEasting, falseNorthing });
}
