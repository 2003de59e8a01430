import { types } from 'node:util';
import type { FlowMessage } from './flow-message';

/** What JSON has no form for, and the disk keeps all the same: `{"$date": ISO 8601}`, `{"$binary": base64}`, as Extended JSON marks it. */
const MARKS = ['$date', '$binary', '$escape'] as const;
type Mark = (typeof MARKS)[number];

const ANY_MARK = /"\$(?:date|binary|escape)":/;

/**
 * The marked form of a date or a Buffer, even of a date from another realm, such as a function node's. Nothing if it is neither, or an
 * invalid date (`new Date('x')`).
 */
export function marked(value: object): Partial<Record<Mark, string>> | undefined {
  if (Buffer.isBuffer(value)) return { $binary: value.toString('base64') };
  if (types.isDate(value) && !Number.isNaN(value.getTime())) return { $date: value.toISOString() };
  return undefined;
}

/** An object of a message as it is, or under a mark of its own if it would be read as a marked value. */
export function escaped(object: object): object {
  return markOf(object) === undefined ? object : { $escape: object };
}

/** The message whose JSON has marked values. */
export function readMessageText(text: string): FlowMessage {
  const message = JSON.parse(text) as FlowMessage;
  // Most have none: an area of 200,000 vertices would be walked for nothing at every start.
  if (ANY_MARK.test(text)) unmarkIn(message);
  return message;
}

function unmarkIn(branch: object): void {
  for (const [name, value] of Object.entries(branch)) {
    if (typeof value !== 'object' || value === null) continue;
    const unmarked = unmark(value as object);
    // Defined, not assigned: a property named __proto__ stays a property.
    if (unmarked !== value) Object.defineProperty(branch, name, { value: unmarked, enumerable: true, configurable: true, writable: true });
  }
}

function unmark(value: object): object {
  const mark = markOf(value);
  const inside: unknown = mark && (value as Record<string, unknown>)[mark];
  if (mark === '$binary' && typeof inside === 'string') return Buffer.from(inside, 'base64');
  if (mark === '$date' && typeof inside === 'string') return new Date(inside);
  const plain = mark === '$escape' && typeof inside === 'object' && inside !== null ? inside : value;
  unmarkIn(plain);
  return plain;
}

/** The mark of an object that has it in JSON as its only property. */
function markOf(object: object): Mark | undefined {
  // Every object of every message is looked at, and hardly any has one of these names.
  if (!MARKS.some((mark) => Object.hasOwn(object, mark))) return undefined;
  const [name, ...others] = Object.entries(object).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  return others.length === 0 ? MARKS.find((mark) => mark === name) : undefined;
}
