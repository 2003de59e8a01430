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

/** Head and rows of a depth profile: a row for each property, method and unit with enough profiles, a column for each depth interval (cm). */
export function profileTable(slices: readonly ProfileValue[], leastProfiles: number): { head: string[]; rows: string[][] } {
  const shown = slices.filter(({ unit, mean, n }) => unit !== null && mean !== null && n >= leastProfiles);
  const depths = new Map(shown.map(({ depthTop, depthBottom }) => [depthTop, `${depthTop}-${depthBottom}`]));
  const tops = [...depths.keys()].sort((a, b) => a - b);
  const series = new Map<string, Map<number, number>>();
  for (const { property, method, unit, depthTop, mean } of shown) {
    const name = JSON.stringify([property, method, unit]);
    series.set(name, (series.get(name) ?? new Map<number, number>()).set(depthTop, mean ?? 0));
  }
  const rows = [...series]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, means]) => [...(JSON.parse(name) as string[]), ...tops.map((top) => (means.has(top) ? figure(means.get(top) ?? 0) : '-'))]);
  return { head: ['property', 'method', 'unit', ...tops.map((top) => depths.get(top) ?? '')], rows };
}

/** The parts of a profile's slice that the table shows. */
interface ProfileValue {
  property: string;
  unit: string | null;
  method: string;
  depthTop: number;
  depthBottom: number;
  n: number;
  mean: number | null;
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
function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
