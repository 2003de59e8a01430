import { SoilError } from '../errors/soil-error';
import { readDepth } from './depth-interval';
import { readName, readNumber, readText, readValue } from './missing-value';
import { readPropertyName } from './property-name';
import { recordField, type RecordField } from './record-field';
import { readSamplingDate } from './sampling-date';
import type { SoilRecord } from './soil-record';

interface Cell {
  value: unknown;
  unit: string | null;
}

/**
 * Reads the synchronous answer (specification, section 4.5, which leaves its shape open): a schema.org data feed whose elements
 * hold cells `{name, value, unitText}`, one record each. The harmonised value (`Conversion`) comes first where it has a value, else the value itself;
 * the original value and unit are kept. An empty feed gives no records: the service has no data there.
 *
 * @returns the records, and a sentence for each element or cell that could not be read
 * @throws SoilError `SOIL_RESPONSE` where the answer is no data feed
 */
export function recordsFromAnswer(answer: unknown): { records: SoilRecord[]; problems: string[] } {
  const records: SoilRecord[] = [];
  const problems: string[] = [];
  feedElements(answer).forEach((element, index) => {
    const cells = readCells(element);
    const record = cells && readRecord(cells, (problem) => problems.push(`Element ${index + 1}: ${problem}`));
    if (record) records.push(record);
    else problems.push(`Element ${index + 1}: no cell names a soil property; left out.`);
  });
  return { records, problems };
}

function feedElements(answer: unknown): unknown[] {
  const elements = Array.isArray(answer) ? answer : isObject(answer) ? answer['dataFeedElement'] : undefined;
  if (Array.isArray(elements)) return elements as unknown[];
  if (isObject(elements)) return [elements];
  throw new SoilError(
    'SOIL_RESPONSE',
    'Reading the soil data: the answer is no data feed (a list "dataFeedElement" was expected). Check the base URL of the service.',
  );
}

function readCells(element: unknown): Map<RecordField, Cell> | null {
  if (!isObject(element)) return null;
  const item = element['item'];
  const list: unknown[] = Array.isArray(item) ? item : [item];
  const cells = new Map<RecordField, Cell>();
  for (const cell of list) {
    const name = isObject(cell) && typeof cell['name'] === 'string' ? cell['name'] : '';
    const field = recordField(name);
    if (!field || !isObject(cell) || cells.has(field)) continue;
    cells.set(field, { value: cell['value'], unit: readText(cell['unitText']) });
  }
  return cells;
}

function readRecord(cells: Map<RecordField, Cell>, report: (problem: string) => void): SoilRecord | null {
  const name = readName(cells.get('property')?.value);
  if (name === null) return null;
  const { property, depth: depthOfName } = readPropertyName(name);
  const original = cells.get('value');
  const originalValue = readValue(original?.value);
  const harmonised = cells.get('harmonisedValue');
  const harmonisedValue = readValue(harmonised?.value);
  const converted = harmonised !== undefined && harmonisedValue !== null;
  const originalUnit = original?.unit ?? readText(cells.get('unit')?.value);
  const depth = readDepthCells(cells, report) ?? depthOfName;
  return {
    dataset: readText(cells.get('dataset')?.value),
    property,
    originalName: readName(cells.get('originalName')?.value) ?? name,
    value: converted ? harmonisedValue : originalValue,
    unit: converted ? harmonised.unit : originalUnit,
    originalValue,
    originalUnit,
    depthTop: depth?.top ?? null,
    depthBottom: depth?.bottom ?? null,
    date: readDateCell(cells.get('date'), report),
    lon: readNumber(cells.get('lon')?.value),
    lat: readNumber(cells.get('lat')?.value),
    h3: readText(cells.get('h3')?.value),
    licence: readText(cells.get('licence')?.value),
    method: readText(cells.get('method')?.value),
  };
}

function readDepthCells(cells: Map<RecordField, Cell>, report: (problem: string) => void): { top: number | null; bottom: number | null } | null {
  const top = readNumber(cells.get('depthTop')?.value);
  const bottom = readNumber(cells.get('depthBottom')?.value);
  if (top !== null || bottom !== null) return { top, bottom };
  const cell = cells.get('depth');
  const text = readText(cell?.value);
  if (text === null) return null;
  const depth = readDepth(text, cell?.unit ?? '');
  if (!depth) report(`"${text.slice(0, 40)}" is no depth interval; the record is kept without a depth.`);
  return depth;
}

function readDateCell(cell: Cell | undefined, report: (problem: string) => void): string | null {
  const text = readText(cell?.value);
  if (text === null) return null;
  const date = readSamplingDate(text);
  if (date === null) report(`"${text.slice(0, 40)}" is no date; the record is kept without one.`);
  return date;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
