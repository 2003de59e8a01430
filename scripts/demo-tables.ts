import type { SoilRecord } from '../src/records/soil-record';

/** Values of one property in one unit. */
interface Summary {
  property: string;
  unit: string;
  records: number;
  sum: number;
  least: number;
  most: number;
}

/** Rows for {@link printTable}: property, unit, records, mean and range, of the values that are numbers. */
export function summaryRows(records: readonly SoilRecord[]): string[][] {
  const summaries = new Map<string, Summary>();
  for (const { property, unit, value } of records) {
    if (typeof value !== 'number') continue;
    const key = JSON.stringify([property, unit]);
    const summary = summaries.get(key) ?? { property, unit: unit ?? '(none given)', records: 0, sum: 0, least: Infinity, most: -Infinity };
    summary.records += 1;
    summary.sum += value;
    summary.least = Math.min(summary.least, value);
    summary.most = Math.max(summary.most, value);
    summaries.set(key, summary);
  }
  return [...summaries.values()]
    .sort((a, b) => a.property.localeCompare(b.property) || a.unit.localeCompare(b.unit))
    .map(({ property, unit, records: count, sum, least, most }) => [property, unit, String(count), figure(sum / count), `${figure(least)} to ${figure(most)}`]);
}

/** Prints rows in columns; columns of figures are flush right. */
export function printTable(head: string[], rows: string[][], flushRight: readonly number[] = []): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]): string =>
    cells.map((cell, column) => (flushRight.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ');
  console.log(`\n${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}

/** Three significant digits: these are estimates. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
