import { areaText, bytesText, numberFormat } from '../../figures/measures';
import { significant } from '../../figures/significant';

/** Figures as a status shows them: short, with a unit, never more exact than they are, and written as in the language of its words. */

/**
 * Writes a figure in the language of the statuses, such as `1,5 MB`. Its message has been sent on by then and may have been changed, so it holds only
 * the number.
 */
export type ShownFigure = (language: string) => string;

/** An area: whole numbers from 100 ha on, but for a continent not to the square kilometre. */
export function areaFigure(hectares: number): ShownFigure {
  return (language) => areaText(significant(hectares, Math.min(4, Math.max(2, digitsBeforePoint(hectares)))), language);
}

/** The size of a file, whole from 100 on, in each unit. */
export function bytesFigure(bytes: number): ShownFigure {
  return (language) => bytesText(significant(bytes, Math.max(2, ((digitsBeforePoint(bytes) - 1) % 3) + 1)), language);
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
