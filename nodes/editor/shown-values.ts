/** Figures in the form that the editor's language writes them in. */

function language(): string {
  return RED.i18n.lang() || 'en-US';
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Making a format takes longer than all else of a line, and the list of jobs needs three for each of its lines, every second. */
function madeOnce<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(make: new (language: string, options: object) => Format, options: object): Format {
  const key = `${make.name} ${language()} ${JSON.stringify(options)}`;
  const format = (formats.get(key) as Format | undefined) ?? new make(language(), options);
  formats.set(key, format);
  return format;
}

/** A number with at most three significant decimals. */
export function shownNumber(value: number): string {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 4;
  return madeOnce(Intl.NumberFormat, { maximumFractionDigits: decimals }).format(value);
}

/** Degrees with as many decimals as are wanted, and none at their end that say nothing. */
export function shownDegrees(value: number, decimals: number): string {
  return madeOnce(Intl.NumberFormat, { maximumFractionDigits: decimals }).format(value);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A duration in its largest fitting unit: `24 hr`, `3 min`, `12 sec`; in a sentence `long`: `24 hours`. */
export function shownDuration(seconds: number, unitDisplay: 'short' | 'long' = 'short'): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= 2 * least || (least === 3_600 && seconds >= least)) ?? (['second', 1] as const);
  return madeOnce(Intl.NumberFormat, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 }).format(Math.round(seconds / size));
}

/** A date and time. */
export function shownTime(iso: string): string {
  return madeOnce(Intl.DateTimeFormat, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
