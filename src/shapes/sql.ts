import { createHash } from 'node:crypto';
import { fingerprintOf } from '../geometry/fingerprint';
import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import { madeInTurns } from '../time/in-turns';
import { byTurns } from '../time/steps';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { shownLicences } from './shown-text';
import { textInTurns } from './text-in-turns';

type Dialect = 'postgresql' | 'sqlite';
type Row = Record<string, number | string | null>;

/** A table, which a person makes once with the statement in docs/shapes.md: the same for PostgreSQL and SQLite. */
interface Table {
  name: string;
  columns: readonly string[];
  /** The column to update in a row whose `id` is there, if it is higher now: an old file may be read again. Without one, the row is left alone. */
  setAnew?: string;
}

const RECORDS: Table = {
  name: 'soil_record',
  columns: [
    'id', 'dataset', 'property', 'original_name', 'value', 'class', 'unit', 'original_value', 'original_unit', 'depth_top', 'depth_bottom',
    'sampling_date', 'lon', 'lat', 'h3', 'licence', 'method',
  ],
};

const PROFILES: Table = {
  name: 'soil_profile',
  columns: [
    'id', 'topic', 'area', 'lon', 'lat', 'h3', 'property', 'unit', 'method', 'depth_top', 'depth_bottom', 'n', 'mean', 'median', 'sd', 'p5', 'p95',
    'coverage', 'usda', 'hypres', 'datasets', 'licences', 'date_from', 'date_to', 'retrieved',
  ],
  // It tells a person what holds now, even if numbers come back: a boundary was changed, and changed back.
  setAnew: 'retrieved',
};

/** Rows for the table `soil_record`. A record has the same `id` whenever it is read, so that it is stored once. */
export function sqlOfRecords(dialect: Dialect, records: readonly SoilRecord[], { signal }: ShapeContext): Promise<ShapedMessage> {
  return statement(dialect, RECORDS, records, rowOfRecord, signal);
}

function rowOfRecord(record: SoilRecord): Row {
  const row: Row = {
    dataset: record.dataset,
    property: record.property,
    original_name: record.originalName,
    value: typeof record.value === 'number' ? record.value : null,
    class: typeof record.value === 'string' ? record.value : null,
    unit: record.unit,
    original_value: record.originalValue === null ? null : String(record.originalValue),
    original_unit: record.originalUnit,
    depth_top: record.depthTop,
    depth_bottom: record.depthBottom,
    sampling_date: record.date,
    lon: record.lon,
    lat: record.lat,
    h3: record.h3,
    licence: record.licence,
    method: record.method,
  };
  return { id: identity(row), ...row };
}

/**
 * Rows for the table `soil_profile`. A slice of an area has the same `id` as long as its numbers and the area's name are the same: then
 * only `retrieved` is updated. The column `topic` holds the name of the area, `area` its fingerprint.
 */
export async function sqlOfProfile(
  dialect: Dialect,
  slices: readonly ProfileRow[],
  { area, name, retrieved, signal }: ShapeContext,
): Promise<ShapedMessage> {
  const whose = { topic: name ?? null, area: area === undefined ? null : await byTurns(fingerprintOf(area), signal) };
  return statement(dialect, PROFILES, slices, (slice) => rowOfSlice(slice, whose, retrieved.toISOString()), signal);
}

function rowOfSlice(slice: ProfileRow, whose: { topic: string | null; area: string | null }, retrieved: string): Row {
  const { lon, lat, h3, property, unit, method, n, mean, median, sd, p5, p95, coverage } = slice;
  const texture = 'usda' in slice ? slice : { usda: null, hypres: null };
  const row: Row = {
    ...whose, lon, lat, h3, property, unit, method, depth_top: slice.depthTop, depth_bottom: slice.depthBottom,
    n, mean, median, sd, p5, p95, coverage, usda: texture.usda, hypres: texture.hypres,
    datasets: slice.datasets.join('; '), licences: shownLicences(slice.licences), date_from: slice.dateFrom, date_to: slice.dateTo,
  };
  return { id: identity(row), ...row, retrieved };
}

/**
 * One statement for any number of rows, which travel as one JSON text: no limit on parameters, and nothing from outside becomes part of the
 * statement. PostgreSQL: `msg.query` and `msg.params`. SQLite: `msg.topic` with `msg.payload` (SQL query "Via msg.topic"), or `msg.params`
 * ("Prepared statement").
 */
async function statement<Item>(
  dialect: Dialect,
  { name, columns, setAnew }: Table,
  items: readonly Item[],
  rowOf: (item: Item) => Row,
  signal: AbortSignal | undefined,
): Promise<ShapedMessage> {
  const list = columns.join(', ');
  const update = `DO UPDATE SET ${setAnew} = excluded.${setAnew} WHERE excluded.${setAnew} > ${name}.${setAnew}`;
  const conflict = `ON CONFLICT (id) ${setAnew === undefined ? 'DO NOTHING' : update}`;
  const rows = await madeInTurns(items, rowOf, signal);
  const json = `[${await textInTurns(rows, storedRow, ',', signal)}]`;
  if (dialect === 'postgresql') {
    const source = `json_populate_recordset(NULL::${name}, $1::json)`;
    // PostgreSQL refuses to update a row twice in one statement, as when a person wrote a depth slice twice.
    const select = setAnew === undefined ? 'SELECT' : 'SELECT DISTINCT';
    const query = `INSERT INTO ${name} (${list}) ${select} ${list} FROM ${source} ${conflict}`;
    return { payload: rows, beside: { query, params: [json] } };
  }
  // The sqlite node counts dollar signs, so the JSON operator `->>` stands where json_extract would need `$.`; WHERE true keeps ON CONFLICT
  // from being read as a join.
  const values = columns.map((column) => `value ->> '${column}'`).join(', ');
  const topic = `INSERT INTO ${name} (${list}) SELECT ${values} FROM json_each($rows) WHERE true ${conflict}`;
  return { payload: [json], beside: { topic, params: { $rows: json } } };
}

/** A NUL character or half of a surrogate pair, as JSON escapes them. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f])/;

/** A row as JSON. PostgreSQL refuses all rows of a message if one text holds an invalid character: it is replaced. */
function storedRow(row: Row): string {
  const json = JSON.stringify(row);
  if (!NOT_STORABLE.test(json)) return json;
  // oxlint-disable-next-line no-control-regex
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'string' ? value.replace(/[\u0000\p{Surrogate}]/gu, '\ufffd') : value));
}

/** 132 bits of SHA-256: two different rows do not collide. */
function identity(row: Row): string {
  return createHash('sha256').update(JSON.stringify(Object.values(row))).digest('base64url').slice(0, 22);
}
