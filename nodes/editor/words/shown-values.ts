import { getOrInsert } from '../../../src/maps/get-or-insert';
import { areaText, distanceText, measureText, numberFormat } from '../../figures/measures';
import { significant, significantBeside } from '../../figures/significant';
import { sharedText } from './shared-text';

/** Figures in the form that the editor's language writes them in. */

/** Significant digits of a measure that a person takes in. */
const DIGITS = 4;

/** The language of the editor, with the conventions of its country; that of the words if they are not in the editor's language. */
function language(): string {
  const ofWords = sharedText('language');
  const ofEditor = RED.i18n.lang() || ofWords;
  return ofEditor.split('-')[0] === ofWords.split('-')[0] ? ofEditor : ofWords;
}

/** A number with at most four decimals below 1, two below 100, and none from there on. */
export function shownNumber(value: number): string {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 4;
  return numberFormat(language(), { maximumFractionDigits: decimals }).format(value);
}

/** Degrees with at most this many decimals, without trailing zeros. */
export function shownDegrees(value: number, decimals: number): string {
  return numberFormat(language(), { maximumFractionDigits: decimals }).format(value);
}

/** An area for the eye: `12.35 ha`, `30,000,000 km²`. Near a limit in hectares it has enough digits to show on which side it is. */
export function shownArea(hectares: number, limit = 0): string {
  return areaText(significantBeside(hectares, DIGITS, limit), language());
}

/** An area that others are compared with, in full precision. */
export function shownAreaLimit(hectares: number): string {
  return areaText(hectares, language());
}

/** A number for the eye, for a measure whose unit is in the words. */
export function shownMeasure(value: number): string {
  return numberFormat(language()).format(significant(value, DIGITS));
}

/** A distance with its unit. */
export function shownDistance(metres: number): string {
  return distanceText(metres, language());
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A duration in its largest fitting unit: `24 hr`, `3 min`, `12 sec`; in a sentence `long`: `24 hours`. */
export function shownDuration(seconds: number, unitDisplay: 'short' | 'long' = 'short'): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= 2 * least || (least === 3_600 && seconds >= least)) ?? (['second', 1] as const);
  return measureText(Math.round(seconds / size), unit, language(), unitDisplay);
}

/** A date and time. */
export function shownTime(iso: string): string {
  return timeFormat(language()).format(new Date(iso));
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than the rest of a line, and the list of jobs needs one for each line, every second. */
function timeFormat(of: string): Intl.DateTimeFormat {
  return getOrInsert(timeFormats, of, () => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }));
}
