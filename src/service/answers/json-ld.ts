import { fieldOf, wholeNumberOf } from '../../foreign/foreign-value';
import { parsedUrl } from '../../foreign/parsed-url';
import { decodeReferences } from '../../text/character-references';
import { singleLine } from '../../text/single-line';
import { withoutQuery } from '../../text/without-query';
import { readHttpDate } from '../../transport/http-date';

/**
 * Single values of JSON-LD answers (section 1, point 7), read tolerantly: a value may come bare, as `{"@value": ...}`, or as the one
 * element of an array; a keyword may come as `id` or `@id`, `type` or `@type`.
 */

const LONGEST_NAME = 1000;
/** Characters of it that are read, white space and character references included. */
const MOST_OF_NAME = 10 * LONGEST_NAME;
const LONGEST_ADDRESS = 16_384;
/** An address that the URL standard leaves as it is; most are, and each answer has dozens. */
const PLAIN_ADDRESS = /^https?:\/\/(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.)+[a-z]+\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~=&-]*)?(?:#[\w.~-]*)?$/;

/** The value itself, out of `{"@value": ...}` and out of an array (its first element). */
function bare(value: unknown): unknown {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value;
  return fieldOf(first, '@value') ?? first;
}

/** A text as it came, of any length; numbers and booleans as text. `undefined` for everything else and for empty text. */
export function rawText(value: unknown): string | undefined {
  const read = bare(value);
  if (typeof read === 'number' || typeof read === 'boolean') return String(read);
  return typeof read === 'string' && read.trim() !== '' ? read : undefined;
}

/** An address as text, or as a reference of JSON-LD to what is there: `{"@id": ...}`. A number there identifies something else, such as a place. */
export function addressText(value: unknown): string | undefined {
  const reference = fieldOf(bare(value), '@id', 'id');
  return rawText(value) ?? (typeof reference === 'string' ? rawText(reference) : undefined);
}

/** A name or a code: one line, at most 1,000 characters. `&amp;` is what a service left that stores its texts as HTML. */
export function nameText(value: unknown): string | undefined {
  const read = rawText(value);
  return read === undefined ? undefined : singleLine(decodeReferences(read.slice(0, MOST_OF_NAME)), LONGEST_NAME) || undefined;
}

/** `id` or `@id` of an item, as it came. */
export function idOf(item: unknown): string {
  const id = rawText(fieldOf(item, 'id', '@id'));
  return id === undefined || id.length > LONGEST_ADDRESS ? '' : singleLine(id, LONGEST_ADDRESS);
}

/** `type` or `@type` of an item; the first if there are several. */
export function typeOf(item: unknown): string | undefined {
  return nameText(fieldOf(item, 'type', '@type'));
}

/**
 * The number by which requests name an item (sections 2.1 to 2.3): `identifier` as a number or a numeric text, else the last segment of the
 * item's own address. `undefined` if neither is a number: nothing is made up.
 */
export function identifierOf(item: unknown): number | undefined {
  return wholeNumberOf(bare(fieldOf(item, 'identifier'))) ?? wholeNumberOf(lastSegment(withoutQuery(idOf(item))));
}

function lastSegment(address: string): string | undefined {
  return address.split('/').findLast((segment) => segment !== '');
}

/** A flag as a boolean, as text, or as 1 and 0, as databases have it. */
export function flagOf(value: unknown): boolean | undefined {
  const read = bare(value);
  const word = rawText(read)?.trim().toLowerCase();
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : undefined;
}

/** An http(s) address. Anything else (`javascript:`, a relative one) is dropped, since flows may show it as a link. */
export function webAddress(value: unknown): string | undefined {
  const read = rawText(value)?.trim();
  if (read === undefined || read.length > LONGEST_ADDRESS) return undefined;
  if (PLAIN_ADDRESS.test(read)) return read;
  const href = /^https?:\/\//i.test(read) ? parsedUrl(read)?.href : undefined;
  // As the service writes it: the parser adds a slash to an address that ends with its host.
  return href === `${read}/` ? read : href;
}

/** The form that the interface has (section 2.5), with more or fewer digits of the second. */
const PLAIN_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/** The basic format of ISO 8601, which signed links have in their parameters: `20260301T123000Z`. */
const BASIC_MOMENT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/i;

/** Since 1970, from 2001 to 2286: seconds, as signed links have them in their parameters, perhaps with a fraction, or milliseconds. */
const EPOCH_SECONDS = /^[1-9]\d{9}(?:\.\d{1,9})?$/;
const EPOCH_MILLISECONDS = /^[1-9]\d{12}$/;

/**
 * An ISO 8601 moment (section 2.5: UTC, even if the zone is missing): as the service writes it if that is `YYYY-MM-DDThh:mm:ssZ` with or
 * without a fraction, brought into that form otherwise, as are the time since 1970 and an HTTP date. `undefined` if it is none of these: a smaller
 * number may be how long something lasts.
 */
export function momentOf(value: unknown): string | undefined {
  const read = rawText(value)?.trim() ?? '';
  const epoch = EPOCH_MILLISECONDS.test(read) ? Number(read) : EPOCH_SECONDS.test(read) ? Number(read) * 1000 : readHttpDate(read, Date.now());
  if (!Number.isNaN(epoch)) return new Date(epoch).toISOString();
  const extended = read.replace(BASIC_MOMENT, '$1-$2-$3T$4:$5:$6');
  const shape = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i.exec(extended);
  if (!shape) return undefined;
  const [, day, time, zone] = shape;
  const moment = Date.parse(`${day}T${time?.replace(',', '.')}${isoZone(zone)}`);
  if (Number.isNaN(moment)) return undefined;
  const iso = new Date(moment).toISOString();
  return PLAIN_MOMENT.test(read) && read.slice(0, 19) === iso.slice(0, 19) ? read : iso;
}

function isoZone(zone: string | undefined): string {
  if (zone === undefined || /^z$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
