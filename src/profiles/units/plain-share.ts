import { spelling } from './unit-spelling';

const PLAIN_SHARES: ReadonlyMap<string, 'percent' | 'per mille'> = new Map([
  ['%', 'percent'],
  ['‰', 'per mille'],
]);
/** Words for what may be given by volume, or is no mass at all: charges, a slope, the cover of an area. */
const NO_MASS =
  /coarse|fragment|gravel|ston[eiy]|rock|cobble|boulder|cfvo|(?:^|[^s])pore|porosity|water|moisture|capacity|(?:^|[^a-z])(?:cap|sat|esp|t?awc|bs|bsat|cf|fc|pwp|wwp|vwc|cole)(?![a-z])|wilting|retention|saturation|(?:^|[^a-z])exch|air.filled|volum|theta|slope|skeleton|\bcover|humidity|mottle|nodule|concretion|extensib|secondary|\bfib(?:re|er)/i;
/** What has one of these words but is still by mass: calcium carbonate, a grain size, a method, what the sample was freed of. */
const OF_MASS = new RegExp(
  [
    'limestone',
    'coarse[\\s_-]{0,3}(?:sand|silt|clay)',
    '(?:sand|silt|clay)[\\s_,(-]{1,3}(?:very[\\s_-])?coarse',
    'rock[\\s_-]{0,3}(?:phosphate|eval)',
    'phosphate[\\s_-]{0,3}rock',
    'water[\\s_-]{0,3}(?:dispers|solu|extract|stab|leach)',
    '\\b(?:in|with|hot|cold|distilled)[\\s_-]{1,3}water',
    'moisture[\\s_-]{0,3}(?:correct|free)',
    '(?:gravel|stone|fragment|skeleton)s?[\\s_-]{0,3}free',
    'saturation[\\s_-]{0,3}(?:extract|paste)',
    'neutrali[sz]\\w{1,6}[\\s_-]{1,3}capacity',
    'volumetric(?:ally)?[\\s_-]{1,3}(?:method|calcimet|titrat|determin)',
    'carbonates?(?:\\s(?:equivalent|content|total))?[\\s,(_-]{1,3}volumetric',
  ].join('|'),
  'gi',
);
/** Said to be by mass: `Coarse fragments gravimetric total`, `Water content by mass`; not if a volume is measured by weighing. */
const BY_MASS = /^(?!.*volum).*(?:gravimetric|\bby[\s_-](?:mass|weight)\b|\b(?:mass|weight|wt)[\s_.-]{0,3}(?:%|percent|fraction|basis)|\b(?:w\/w|m\/m)\b)/is;
/** Isotope ratios, given as the difference from a standard: δ13C. */
const ISOTOPES = /isotop|(?:^|[^a-z])delta(?![a-z])|δ|(?:^|[^a-z])(?:d\s?)?(?:13c|14c|15n|18o|34s)\b/i;

/** Percent or per mille that do not say what they are a share of; `undefined` for any other unit. */
export function plainShare(unit: string): 'percent' | 'per mille' | undefined {
  return PLAIN_SHARES.get(spelling(unit));
}

/** Whether a plain share of a property may be one by volume, or of something that is no mass. */
export function mayBeNoMass(property: string): boolean {
  return isIsotopeRatio(property) || (!BY_MASS.test(property) && isBesideSoil(property));
}

/** Whether a property is not part of the mass of dry soil, but lies beside it or is measured otherwise: it may exceed 100 %, even by mass. */
export function isBesideSoil(property: string): boolean {
  return NO_MASS.test(property.replace(OF_MASS, ' '));
}

/** Whether a property is given as the difference from a standard, which may be below 0. */
export function isIsotopeRatio(property: string): boolean {
  return ISOTOPES.test(property);
}
