import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { textInTurns } from './text-in-turns';

const RECORD_COLUMNS: readonly (keyof SoilRecord)[] = [
  'dataset',
  'property',
  'originalName',
  'value',
  'unit',
  'originalValue',
  'originalUnit',
  'depthTop',
  'depthBottom',
  'date',
  'lon',
  'lat',
  'h3',
  'licence',
  'method',
];

const SLICE_COLUMNS = [
  'topic',
  'lon',
  'lat',
  'h3',
  'property',
  'unit',
  'method',
  'depthTop',
  'depthBottom',
  'n',
  'mean',
  'median',
  'sd',
  'p5',
  'p95',
  'coverage',
  'records',
  'datasets',
  'usda',
  'hypres',
] as const;

/**
 * CSV text (RFC 4180) of records; what is missing is empty. The header stands in the first message alone, so that a file node can append.
 */
export function csvOfRecords(records: readonly SoilRecord[], context: ShapeContext): Promise<ShapedMessage> {
  return csv(RECORD_COLUMNS, records, (record) => RECORD_COLUMNS.map((column) => record[column]), context);
}

/** CSV text of the slices of a profile. The column `topic` holds what the area is called, so that one file can hold many. */
export function csvOfProfile(slices: readonly ProfileRow[], context: ShapeContext): Promise<ShapedMessage> {
  const cellsOf = (slice: ProfileRow): unknown[] => {
    const cells: Record<string, unknown> = { topic: context.name, ...slice, datasets: slice.datasets.join('; ') };
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
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a spreadsheet takes for a formula: names come from strangers, and a formula can fetch addresses and start programs. Signs alone and
 * signed numbers (`-`, `-5`, `+1.2`) are none.
 */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d.,\s]*$))/;
