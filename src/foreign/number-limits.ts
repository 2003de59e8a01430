import { finiteNumber } from './foreign-value';

/** From where to where a number goes, both included. */
export interface NumberLimits {
  readonly low: number;
  readonly high: number;
  readonly whole?: boolean;
}

/** A whole number with a point between its thousands, as in German: JavaScript takes 1.000 for one. */
const GROUPED = /^\s*[-+]?\d{1,3}(?:\.\d{3})+\s*$/;

/** A number within limits, given as such or as plain decimal text; otherwise undefined. Dialogs and runtime read by it. */
export function numberWithin(value: unknown, { low, high, whole = false }: NumberLimits): number | undefined {
  if (whole && typeof value === 'string' && GROUPED.test(value)) return undefined;
  const number = finiteNumber(value) ?? NaN;
  return number >= low && number <= high && (!whole || Number.isInteger(number)) ? number : undefined;
}
