import { areaText, bytesText, numberFormat } from '../figures/measures';
import { significant } from '../figures/significant';

/** Figures as a status shows them: short, with a unit, never more exact than they are, and written as in the language of its words. */

/** Whole from 100 ha on, and of a continent not every square kilometre. */
export function shownArea(hectares: number, language: string): string {
  return areaText(significant(hectares, Math.min(4, Math.max(2, digitsBeforePoint(hectares)))), language);
}

/** Whole from 100 on, in each unit. */
export function shownBytes(bytes: number, language: string): string {
  return bytesText(significant(bytes, Math.max(2, ((digitsBeforePoint(bytes) - 1) % 3) + 1)), language);
}

/** A number with one decimal. */
export function shownTenths(value: number, language: string): string {
  return numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** A whole number of things. */
export function shownCount(count: number, language: string): string {
  return numberFormat(language).format(count);
}

function digitsBeforePoint(value: number): number {
  return value < 1 ? 1 : Math.floor(Math.log10(value)) + 1;
}
