import { SoilError, type SoilErrorCause } from '../../errors/soil-error';
import { fieldOf, isObject, textIn, type ForeignObject } from '../../foreign/foreign-value';
import { FEED_FIELDS, LIST_FIELDS, PLAIN_DATA_FIELDS } from '../../foreign/list-fields';
import { TurnTaker } from '../../time/turn-taker';
import { readFields, type RecordField } from '../fields/record-field';
import { RecordReader } from '../fields/record-reader';
import { UntoldFields } from '../fields/unread-fields';
import { addTo, quoted, withOutcome, type Listed } from '../problem-list';
import type { SoilRecord } from '../soil-record';
import { attributesOf, FeatureFields } from './feature-fields';
import { cellEntries, cellFields } from './feed-cells';

/** How to read an answer. */
export interface AnswerReadingOptions {
  /** How the answer came, for the cause of an error. */
  exchange?: SoilErrorCause;
  /** Further values that count as missing. */
  noValues?: ReadonlySet<number | string> | undefined;
  /** Ends the reading; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What an answer holds. */
export interface ReadAnswer {
  records: SoilRecord[];
  /** A sentence for each of the elements and cells that could not be read. */
  problems: Listed<string>;
}

/**
 * Reads the synchronous answer (specification, section 4.5, which leaves its shape open): a schema.org data feed whose elements hold cells
 * `{name, value, unitText}`, one record per element; or else a GeoJSON FeatureCollection or a list of plain objects, bare or in a wrapper, with the
 * same names as columns of files. Several feeds are one. The harmonised value (`Conversion`) is taken if there is one, else the value itself; the
 * original value and unit are kept. An empty feed gives no records: the service has no data there. Lets other work run in between: an answer may hold
 * hundreds of thousands of elements.
 *
 * @throws SoilError `SOIL_RESPONSE` if the answer is none of these, or if it has elements but not one is a record: that is not "no data"
 */
export async function recordsFromAnswer(answer: unknown, { exchange, noValues, signal }: AnswerReadingOptions = {}): Promise<ReadAnswer> {
  const records: SoilRecord[] = [];
  const problems: Listed<string> = { count: 0, first: [] };
  let number = 0;
  const remark = (said: string): void => addTo(problems, `Element ${number}: ${said}`);
  const report = (fault: string, outcome: string): void => remark(withOutcome(fault, outcome));
  const features = new FeatureFields((fault, outcome) => addTo(problems, withOutcome(fault, outcome)), remark);
  if (isObject(answer)) features.takeSystem(answer['crs']);
  const reader = new RecordReader(report, noValues);
  const onRepeat = (name: string): void => report(`The name ${quoted(name)} is there twice.`, 'The first was used.');
  const elements = feedElements(answer, exchange);
  const untold = new UntoldFields('Fields', remark);
  const ofElement = (element: unknown): ((field: RecordField) => unknown) => {
    if (!isObject(element) || 'item' in element) return cellFields(element, report);
    const fields = objectFields(element, features, onRepeat);
    return (field) => fields.get(field);
  };
  const turns = new TurnTaker();
  for (const element of elements) {
    // At every element: one may have thousands of cells.
    await turns.rest(signal);
    number += 1;
    const record = reader.read(ofElement(element));
    if (!record) continue;
    records.push(record);
    untold.lookAt(record, () => entriesOf(element));
  }
  if (records.length === 0 && !elements.every(isEmpty)) {
    const none = elements.length === 1 ? 'the one element of the answer names no soil property' : `of the ${elements.length} elements of the answer, not one names a soil property`;
    throw new SoilError(
      'SOIL_RESPONSE',
      `Could not read the soil data: ${none}, so nothing could be read. ` +
        `Choose "the service's answer as it is" in soil-data to see what came.`,
      exchange,
    );
  }
  return { records, problems };
}

/** The names and values of an element, in its cells and beside them. Not a geometry that is an object: it is read, or reported, like a feature's. */
function entriesOf(element: unknown): [name: string, value: unknown][] {
  if (!isObject(element)) return [];
  if ('item' in element) return [...cellEntries(element), ...Object.entries(element)];
  return isObject(element['properties']) ? attributesOf(element) : Object.entries(element).filter(([name, value]) => name !== 'geometry' || !isObject(value));
}

/** Whether an element holds nothing: some writers put one for "no data". */
function isEmpty(element: unknown): boolean {
  const content = isObject(element) && 'item' in element ? element['item'] : element;
  if (Array.isArray(content)) return content.length === 0;
  return content === null || (isObject(content) && Object.keys(content).every((name) => name.startsWith('@')));
}

/** Names of a list besides those of a feed and of GeoJSON. */
const OTHER_LISTS = [...LIST_FIELDS, ...PLAIN_DATA_FIELDS];

function feedElements(answer: unknown, exchange: SoilErrorCause | undefined): unknown[] {
  const elements = isObject(answer) ? listOf(answer) : answer;
  if (Array.isArray(elements)) return withoutInnerFeeds(elements);
  if (isObject(elements)) return [elements];
  throw new SoilError(
    'SOIL_RESPONSE',
    'Could not read the soil data: the answer is neither a data feed (with a list "dataFeedElement") nor a list of records. Check the "Service URL" of the soil service, ' +
      'or choose "the service\'s answer as it is" in soil-data to see what came.',
    exchange,
  );
}

/** Entries that are feeds themselves (one for each dataset, or the only one of a graph), replaced by their elements. */
function withoutInnerFeeds(entries: unknown[]): unknown[] {
  return entries.some(isFeed) ? entries.flatMap((entry) => (isFeed(entry) ? listOf(entry) : [entry])) : entries;
}

function isFeed(entry: unknown): entry is ForeignObject {
  return isObject(entry) && Object.hasOwn(entry, 'dataFeedElement');
}

/**
 * The list in an object, or in an object inside it. A feed that is `null` is an empty one. An empty list under another name does not count, unless
 * the object's type says it is a list: nobody knows what it would have held.
 */
function listOf(answer: ForeignObject): unknown {
  if (answer['dataFeedElement'] === null) return [];
  const own = fieldOf(answer, ...FEED_FIELDS);
  if (own !== undefined) return own;
  const other = fieldOf(answer, ...OTHER_LISTS);
  if (isObject(other)) return listOf(other);
  const isCalledList = /(List|Collection)$/i.test(textIn(answer, 'type') ?? textIn(answer, '@type') ?? '');
  return Array.isArray(other) && (other.length > 0 || isCalledList) ? other : undefined;
}

/** The fields of an element that is not an item of a feed: a feature, or a plain object, which may have a geometry as a feature has. */
function objectFields(element: ForeignObject, features: FeatureFields, onRepeat: (name: string) => unknown): Map<RecordField, unknown> {
  if (isObject(element['properties'])) return features.read(element);
  const fields = readFields(Object.entries(element), onRepeat);
  return isObject(element['geometry']) ? new Map([...fields, ...features.read(element)]) : fields;
}
