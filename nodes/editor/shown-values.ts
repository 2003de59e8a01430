/** Figures in the form that the editor's language writes them in. */

function language(): string {
  return RED.i18n.lang() || 'en-US';
}

/** A number with at most three significant decimals. */
export function shownNumber(value: number): string {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 4;
  return new Intl.NumberFormat(language(), { maximumFractionDigits: decimals }).format(value);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A duration in its largest fitting unit: `24 hr`, `3 min`, `12 sec`. */
export function shownDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= 2 * least || (least === 3_600 && seconds >= least)) ?? (['second', 1] as const);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(Math.round(seconds / size));
}

/** A date and time. */
export function shownTime(iso: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
