import { spelling } from './unit-spelling';

const PLAIN_SHARES: ReadonlyMap<string, 'percent' | 'per mille'> = new Map([
  ...['%', 'percent', 'PERCENT'].map((text) => [text, 'percent'] as const),
  ...['‰', 'permille', 'permil', 'promille', 'promil', '0/00', 'o/oo', '[ppth]', 'PERMILLE'].map((text) => [text, 'per mille'] as const),
]);

/** Properties of which a plain share may be one by volume, or of something that is no mass: charges, a slope. */
const NO_MASS =
  /coarse|fragment|gravel|stone|rock|cobble|boulder|cfvo|pore|porosity|water(?![ -]?(dispers|solu|extract))|moisture(?! ?correct)|capacity|\bcap\b|wilting|retention|saturation|\bsat\b|\bexch|air.filled|volum|\b(esp|awc|bs|cf|fc|pwp)\b|slope|skeleton|stoniness/i;

/** Isotope ratios, told as the difference from a standard: δ13C. */
const ISOTOPES = /isotop|(?<![a-z])delta(?![a-z])|δ|(?<![a-z])(?:d\s?)?(?:13c|14c|15n|18o|34s)\b/i;

/** Percent or per mille, without a word on what it is a share of; `undefined` for any other unit. */
export function plainShare(unit: string): 'percent' | 'per mille' | undefined {
  return PLAIN_SHARES.get(spelling(unit));
}

/** Whether a plain share of a property may be one by volume, or of something that is no mass. */
export function mayBeNoMass(property: string): boolean {
  return NO_MASS.test(property) || isIsotopeRatio(property);
}

/** Whether a property is told as the difference from a standard, which may be below 0. */
export function isIsotopeRatio(property: string): boolean {
  return ISOTOPES.test(property);
}
