import { isBesideSoil, isIsotopeRatio } from './plain-share';
import type { Kind } from './soil-units';
import { unitOfProperty } from './water-by-depth';

/** The lowest and highest possible values, in the base unit. A small charge that was found by subtraction may come out below 0. */
const POSSIBLE: Partial<Record<Kind, { low: number; high: number }>> = {
  charge: { low: -5, high: Infinity },
  'mass fraction': { low: 0, high: 1 },
  'volume fraction': { low: 0, high: 1 },
  amount: { low: 0, high: Infinity },
  // Quartz and clay have 2650, and there are pores between them.
  density: { low: 0, high: 3000 },
  conductivity: { low: 0, high: Infinity },
  acidity: { low: 0, high: 14 },
  stock: { low: 0, high: Infinity },
  velocity: { low: 0, high: Infinity },
  'specific surface': { low: 0, high: Infinity },
};

/** Properties given in terms of something else: as the calcium carbonate that would do the same, or as water relative to dry soil. */
const MAY_EXCEED = /equivalent|(liquid|plastic|shrinkage).?limit|plasticity|atterberg|gravimetric|^(ll|pl|pi)$/i;

/** Logarithms, such as that of a hydraulic conductivity, may be below 0 and still have the unit of the quantity itself. */
const LOGARITHM = /\b(?:log(?:10|arithm)?|ln)(?![a-z])/i;

/**
 * The lowest and highest possible values of a property, in its unit; `undefined` if the unit is not known, or for isotopes and logarithms. By mass,
 * what {@link MAY_EXCEED} matches and what is not part of dry soil (water, stones, a slope) may exceed 100 %; iron oxides may be denser than any soil.
 */
export function possibleRange(unit: string | null, property: string): { low: number; high: number } | undefined {
  const known = unit === null ? undefined : unitOfProperty(unit, property);
  const range = known && POSSIBLE[known.kind];
  if (!range || isIsotopeRatio(property) || LOGARITHM.test(property)) return undefined;
  const mayExceed = known.kind === 'density' ? /particle|grain|solid/i.test(property) : known.kind === 'mass fraction' && (isBesideSoil(property) || MAY_EXCEED.test(property));
  // Tolerates what rounding may add to the whole.
  return { low: range.low / known.factor, high: mayExceed ? Infinity : (range.high * 1.001) / known.factor };
}
