import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import type { ShapeContext, ShapedMessage } from './shaped-message';

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
export function csvOfRecords(records: readonly SoilRecord[], { first }: ShapeContext): ShapedMessage {
  return csv(
    RECORD_COLUMNS,
    records.map((record) => RECORD_COLUMNS.map((column) => record[column])),
    first,
  );
}

/** CSV text of the slices of a profile. */
export function csvOfProfile(slices: readonly ProfileRow[], { first }: ShapeContext): ShapedMessage {
  const rows = slices.map((slice) => {
    const cells: Record<string, unknown> = { ...slice, datasets: slice.datasets.join('; ') };
    return SLICE_COLUMNS.map((column) => cells[column]);
  });
  return csv(SLICE_COLUMNS, rows, first);
}

function csv(columns: readonly string[], rows: readonly (readonly unknown[])[], header: boolean): ShapedMessage {
  const lines = header ? [columns, ...rows] : rows;
  return { payload: lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('') };
}

function csvCell(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
