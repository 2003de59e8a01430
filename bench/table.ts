import type { Figure } from './figures';
import type { Line } from './row';

/** The lines as a table of plain text, with whether each target is met. */
export function table(lines: readonly Line[]): string {
  const rows = [['work', 'against', 'ours', 'theirs', 'figure (lowest to highest)', 'reach', '']];
  for (const line of lines) {
    rows.push([line.work, line.against, line.ours, line.theirs, spread(line.figure, line.unit), reach(line), verdict(line)]);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length))) ?? [];
  const shown = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`);
  shown.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return shown.join('\n');
}

/** A number with three significant digits. */
export function digits(value: number): string {
  if (value === 0) return '0';
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', { maximumFractionDigits: Math.min(decimals, 3) });
}

export function isHeld({ figure, reach: wanted }: Line): boolean {
  if (!wanted) return true;
  return wanted.at === 'least' ? figure.median >= wanted.value : figure.median <= wanted.value;
}

function spread({ median, low, high }: Figure, unit: string): string {
  const after = unit === 'x' || unit === '' ? unit : ` ${unit}`;
  return low === high ? `${digits(median)}${after}` : `${digits(median)}${after} (${digits(low)} to ${digits(high)})`;
}

function reach({ reach: wanted, unit }: Line): string {
  if (!wanted) return '';
  return `${wanted.at === 'least' ? '>=' : '<='} ${digits(wanted.value)}${unit === 'x' ? '' : ` ${unit}`}`.trim();
}

function verdict(line: Line): string {
  if (!line.reach) return '';
  return isHeld(line) ? 'held' : 'MISSED';
}
