import { spelling } from './unit-spelling';

const PERCENT: ReadonlySet<string> = new Set(['%', 'percent', 'PERCENT']);

/** Properties of which a plain percent may be one by volume, or of something that is no mass: charges, a slope. */
const NO_MASS =
  /coarse|fragment|gravel|stone|rock|cobble|boulder|cfvo|pore|porosity|water(?![ -]?(dispers|solu|extract))|moisture(?! ?correct)|capacity|\bcap\b|wilting|retention|saturation|\bsat\b|\bexch|air.filled|volum|\b(esp|awc|bs|cf|fc|pwp)\b|slope|skeleton|stoniness/i;

/** Whether a unit is percent without a word on what it is a share of. */
export function isPlainPercent(unit: string): boolean {
  return PERCENT.has(spelling(unit));
}

/** Whether a plain percent of a property may be one by volume, or of something that is no mass. */
export function mayBeNoMass(property: string): boolean {
  return NO_MASS.test(property);
}
