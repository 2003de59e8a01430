import { areaText, bytesText, numberFormat } from '../../figures/measures';
import { significant } from '../../figures/significant';

/** Figures as a status shows them: short, with a unit, never more exact than they are, and written as in the language of its words. */

/**
 * A figure as the language of the statuses writes it, such as `1,5 MB`. The message that it is of has gone on by then, and may have been changed: no
 * more is held of it than the number.
 */
export type ShownFigure = (language: string) => string;

/** An area, whole from 100 ha on, and of a continent not every square kilometre. */
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
