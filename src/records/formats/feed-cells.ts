import { fieldOf, isObject, type ForeignObject } from '../../foreign/foreign-value';
import { nameOrAddress } from '../../foreign/name-or-address';
import { withDepthUnit } from '../fields/depth-interval';
import { readNumber, readText } from '../fields/missing-value';
import { type DepthInCm, fieldNamed, readFields, type RecordField } from '../fields/record-field';
import { quoted } from '../problem-list';

/** The elements of a schema.org data feed: cells (PropertyValue) in a DataFeedItem, one record per element. */

interface Cell {
  value: unknown;
  unit: string | null;
}

type Report = (fault: string, outcome: string) => void;

/** The names of a unit beside a value: schema.org's own first. */
const UNITS = ['unitText', 'unitCode', 'unit', 'units'];

/**
 * The fields of one element, from its cells; dataset, licence and sampling date may also stand beside these. Those of the whole feed are not taken: it
 * holds data of several datasets. Nor are other dates beside the cells: they date the element itself (schema.org: `dateCreated`).
 *
 * @param report takes two sentences: what could not be read, and what becomes of it
 */
export function cellFields(element: unknown, report: Report): (field: RecordField) => unknown {
  const cells = readCells(element, report);
  return (field) => {
    const told = cellOf(cells, field);
    return isMissing(told) ? (fieldBeside(element, field) ?? told) : told;
  };
}

function fieldBeside(element: unknown, field: RecordField): string | undefined {
  if (field === 'licence') return nameOrAddress(fieldOf(element, 'license', 'licence'), textOf);
  if (field === 'date') return textOf(fieldOf(element, 'observationDate', 'samplingDate', 'sampling_date'));
  return field === 'dataset' ? nameIn(fieldOf(element, 'dataset')) : undefined;
}

function isMissing(value: unknown): boolean {
  return readText(value) === null && (typeof value !== 'object' || value === null);
}

/** The name of a dataset; not a number or an address, because discovery does not know it by these. */
function nameIn(value: unknown): string | undefined {
  const name = textOf(value) ?? textOf(fieldOf(bare(value), 'name'));
  return name === undefined || /^[\d.]*$|^[a-z][a-z0-9+.-]*:\S*$/i.test(name) ? undefined : name;
}

/** The cells of one element, by their names. */
function* cellsIn(element: unknown): Generator<[name: string, cell: ForeignObject]> {
  const item = isObject(element) ? element['item'] : undefined;
  for (const cell of Array.isArray(item) ? (item as unknown[]) : [item]) {
    const name = isObject(cell) ? bare(cell['name']) : undefined;
    if (isObject(cell) && typeof name === 'string') yield [name, cell];
  }
}

/** The cells of one element: what each is called, and its value as it is. */
export function cellEntries(element: unknown): [name: string, value: unknown][] {
  return [...cellsIn(element)].map(([name, cell]) => [name, bare(cell['value'])]);
}

function readCells(element: unknown, report: Report): Map<RecordField, Cell> {
  const named = Array.from(cellsIn(element), ([name, cell]) => [name, { value: valueOf(name, cell, report), unit: unitOf(cell) }] as const);
  return readFields(named, (name) => report(`The name ${quoted(name)} is there twice.`, 'The first was used.'));
}

function unitOf(cell: ForeignObject): string | null {
  for (const name of UNITS) {
    const unit = readText(bare(fieldOf(cell, name)));
    if (unit !== null) return unit;
  }
  return null;
}

/** The value of a cell. `minValue` and `maxValue`, a range in schema.org, are taken for a depth and no other value. */
function valueOf(name: string, cell: ForeignObject, report: Report): unknown {
  const value = bare(cell['value']);
  if (!isMissing(value)) return value;
  const [least, most] = [readText(bare(cell['minValue'])), readText(bare(cell['maxValue']))];
  const field = fieldNamed(name);
  if (field === undefined || (least === null && most === null)) return value;
  const range = least === null ? `up to ${most}` : most === null ? `${least}+` : `${least}-${most}`;
  if (field === 'depth' || field === 'depthInCm') return range;
  report(`${quoted(name)} is a range (${quoted(range)}) where one value was expected.`, 'It was not used.');
  return value;
}

function textOf(value: unknown): string | undefined {
  return readText(bare(value)) ?? undefined;
}

/** Unwraps `{"@value": ...}` and arrays of one, as JSON-LD has them. Of several values, the first does not stand for all. */
function bare(value: unknown): unknown {
  const one: unknown = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
  return fieldOf(one, '@value') ?? one;
}

/** A cell carries its unit beside its value. Without a cell for the original value, the value cell is the original of the conversion. */
function cellOf(cells: Map<RecordField, Cell>, field: RecordField): unknown {
  const given = cells.get('value');
  const original = cells.get('originalValue') ?? given;
  switch (field) {
    case 'unit':
      return given?.unit ?? cells.get('unit')?.value;
    case 'originalUnit':
      return original?.unit ?? cells.get('originalUnit')?.value;
    case 'originalValue':
      return original?.value;
    case 'harmonisedUnit':
      return cells.get('harmonisedValue')?.unit;
    case 'depthInCm':
    case 'depthTopInCm':
    case 'depthBottomInCm':
      return depthOf(depthWithUnit(cells, field));
    default:
      return cells.get(field)?.value;
  }
}

/** The depth cell that states its own unit, in its name or beside its value: a unit in another cell counts less. */
function depthWithUnit(cells: Map<RecordField, Cell>, field: DepthInCm): Cell | undefined {
  const named = cells.get(field);
  const other = cells.get(OTHERWISE_NAMED[field]);
  return isMissing(named?.value) && typeof other?.unit === 'string' ? other : named;
}

const OTHERWISE_NAMED: Readonly<Record<DepthInCm, RecordField>> = { depthInCm: 'depth', depthTopInCm: 'depthTop', depthBottomInCm: 'depthBottom' };

/** A depth or one end of it, however its number is written, with the unit beside it. */
function depthOf(cell: Cell | undefined): unknown {
  const value = readNumber(cell?.value) ?? cell?.value;
  const text = readText(value);
  return text !== null && cell ? withDepthUnit(text, cell.unit) : value;
}
