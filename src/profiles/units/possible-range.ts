import { isBesideSoil, isIsotopeRatio } from './plain-share';
import type { Kind } from './soil-units';
import { unitOfProperty } from './water-by-depth';

/** From and to what a value can be at all, in the base unit. Of charges, what is left of a small one by a subtraction may be below 0. */
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

/** Properties that are told as a share of something else, or beside it: of calcium carbonate that would do the same, of water beside dry soil. */
const MAY_EXCEED = /equivalent|(liquid|plastic|shrinkage).?limit|plasticity|atterberg|gravimetric|^(ll|pl|pi)$/i;

/** Logarithms, such as that of a hydraulic conductivity, may be below 0 in the unit of what they are of. */
const LOGARITHM = /\b(?:log(?:10|arithm)?|ln)(?![a-z])/i;

/**
 * From and to what a value of a property can be at all, in its unit; nothing where the unit is not known, or for isotopes and logarithms. By mass, what {@link MAY_EXCEED} has,
 * and what lies beside dry soil or is no part of it (water, stones, a slope), may exceed the whole; grains of iron oxides may be heavier than any bulk of soil.
 */
export function possibleRange(unit: string | null, property: string): { low: number; high: number } | undefined {
  const known = unit === null ? undefined : unitOfProperty(unit, property);
  const range = known && POSSIBLE[known.kind];
  if (!range || isIsotopeRatio(property) || LOGARITHM.test(property)) return undefined;
  const mayExceed = known.kind === 'density' ? /particle|grain|solid/i.test(property) : known.kind === 'mass fraction' && (isBesideSoil(property) || MAY_EXCEED.test(property));
  // What rounding adds to the whole is none too much.
  return { low: range.low / known.factor, high: mayExceed ? Infinity : (range.high * 1.001) / known.factor };
}
