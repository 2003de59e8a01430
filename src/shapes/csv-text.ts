import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { shownLicences } from './shown-text';
import { textInTurns } from './text-in-turns';

const RECORD_COLUMNS = [
  'dataset', 'property', 'originalName', 'value', 'unit', 'originalValue', 'originalUnit', 'depthTop', 'depthBottom', 'date', 'lon', 'lat', 'h3',
  'licence', 'method',
] as const satisfies readonly (keyof SoilRecord)[];

const SLICE_COLUMNS = [
  'topic', 'lon', 'lat', 'h3', 'property', 'unit', 'method', 'depthTop', 'depthBottom', 'n', 'mean', 'median', 'sd', 'p5', 'p95', 'coverage',
  'records', 'datasets', 'licences', 'dateFrom', 'dateTo', 'usda', 'hypres',
] as const;

/**
 * CSV text (RFC 4180) of records; what is missing is empty. Only the first message has the header, so that a file node can append.
 */
export function csvOfRecords(records: readonly SoilRecord[], context: ShapeContext): Promise<ShapedMessage> {
  return csv(RECORD_COLUMNS, records, (record) => RECORD_COLUMNS.map((column) => record[column]), context);
}

/** CSV text of the slices of a profile. The column `topic` holds the area's name, so that one file can hold many. */
export function csvOfProfile(slices: readonly ProfileRow[], context: ShapeContext): Promise<ShapedMessage> {
  const cellsOf = (slice: ProfileRow): unknown[] => {
    const { datasets, licences } = slice;
    const cells: Record<string, unknown> = { topic: context.name, ...slice, datasets: datasets.join('; '), licences: shownLicences(licences) };
    return SLICE_COLUMNS.map((column) => cells[column]);
  };
  return csv(SLICE_COLUMNS, slices, cellsOf, context);
}

async function csv<Row>(
  columns: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => unknown[],
  { first, signal }: ShapeContext,
): Promise<ShapedMessage> {
  const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
  const text = await textInTurns(rows, (row) => line(cellsOf(row)), '', signal);
  return { payload: first ? line(columns) + text : text };
}

function csvCell(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  const text = value.replace(FORMULA, "$&'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a spreadsheet would find a formula: names come from strangers, and a formula can fetch addresses and start programs. It may also follow a
 * semicolon: where the decimal sign is a comma, spreadsheets take that for the end of a cell, and quotes after it for those around the next cell.
 * Signs alone and signed numbers (`-`, `-5`, `+1.2`) are no formulas; full-width characters count like the usual ones.
 */
const FORMULA = /^(?=[\t\r])|(?:^|[;\n]|(?<!^)[\t\r])(?="*[=@\uff1d\uff20]|"*[+\uff0b\uff0d-](?![\d.,\s]*(?:[;\t\r\n]|$)))/g;
