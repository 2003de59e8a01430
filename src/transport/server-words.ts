import { fieldOf, foreignObject, type ForeignObject } from '../foreign/foreign-value';
import { parsedJson } from '../foreign/parsed-json';
import { plainText } from '../text/plain-text';
import { singleLine } from '../text/single-line';
import { withoutSecrets } from './redaction';
import { xmlWords } from './xml-words';

/** The service's own words about what went wrong, fit for a message: plain text, one line, 500 characters, nothing secret. */

export const LONGEST_WORDS = 500;

/** Characters of a text that are read, tags included. */
const LONGEST_READ = 20_000;

/** Characters of a page in which its title is looked for: it may come after scripts and styles. */
const LONGEST_PAGE = 100_000;

/** Characters of JSON that are parsed. A service may repeat the area of a request beside its words. */
const LONGEST_JSON = 1_000_000;

/**
 * Reads the words of an error answer. Section 7 leaves its shape open; read are problem details (RFC 9457: `title`, `detail`), `message`,
 * `error` with `error_description` (RFC 6749, 5.2), `details`, `errors` and the like (a list, or lists by field), the `description` of JSON-LD and Hydra,
 * plain text, the title of an HTML page, or its text if it has none or one that says nothing (`404`, `Error`), and those elements of XML that hold words.
 * Empty if the answer says nothing.
 *
 * @param secrets texts to take out, should the service repeat them
 */
export function errorWords(body: string, secrets: readonly string[] = []): string {
  const text = body.slice(0, LONGEST_JSON).trim();
  if (/^[[{"]/.test(text)) {
    // Cut JSON cannot be parsed, and shown raw it might reveal fields that are otherwise left out.
    if (body.length > LONGEST_JSON) return '';
    const value = parsedJson(text);
    if (value !== undefined) return valueWords(value, secrets);
    // Not JSON after all: plain text.
    if (SECRET_NAME.test(text.slice(0, LONGEST_READ))) return '';
  }
  return safeWords(text.startsWith('<') ? wordsInTags(headWithoutSecrets(text, secrets, LONGEST_PAGE)) : text, secrets);
}

/**
 * The words of a challenge (`WWW-Authenticate: Bearer error="invalid_token", error_description="..."`; RFC 6750, section 3): frameworks such as
 * Spring Security and ASP.NET Core send no others.
 */
export function challengeWords(header: string, secrets: readonly string[]): string {
  const [, quoted = '', bare = ''] = /\berror_description="((?:[^"\\]|\\.){1,2000})"/i.exec(header) ?? /\berror=(?:"([^"\\]{1,100})"|([\w-]{1,100}))/i.exec(header) ?? [];
  return safeWords(bare || quoted.replace(/\\(.)/g, '$1'), secrets);
}

/** The same for parsed JSON. */
export function valueWords(value: unknown, secrets: readonly string[]): string {
  return safeWords(wordsOf(value, 0).join(': '), secrets);
}

/**
 * Words of the service made safe to show and to keep: no tags, no line breaks, no query strings of addresses (the signed part of a link),
 * no bearer token, none of the given secrets.
 */
export function safeWords(text: string, secrets: readonly string[]): string {
  // Secrets go before the text is cut, as half a secret would not be found any more; and again after tags have gone, which may have split one.
  const isCut = text.length > LONGEST_READ;
  const head = headWithoutSecrets(text, secrets, LONGEST_READ).slice(0, LONGEST_READ);
  const bare = withoutSecrets(plainText(isCut ? withoutOpenTag(head) : head), secrets, isCut)
    .replace(/[?#][^\s"'<>=]{0,500}=[^\s"'<>]*/g, '')
    .replace(/\b(bearer)\s+[\w.~+/=-]{8,}/gi, '$1 ***')
    .replace(/\beyJ[\w.-]{8,}/g, '***');
  return singleLine(bare, LONGEST_WORDS);
}

/** The part of a text that is read, without the secrets, and without half a secret at its end. */
function headWithoutSecrets(text: string, secrets: readonly string[], longest: number): string {
  return withoutSecrets(text.slice(0, longest), secrets, text.length > longest);
}

/** Without a tag that the cut has left open: as text, it would stand in the middle of a secret. */
function withoutOpenTag(head: string): string {
  const open = head.lastIndexOf('<');
  return open > head.lastIndexOf('>') ? head.slice(0, open) : head;
}

/** Fields that are left out of objects of unknown shape. */
const SECRET_FIELD = /^@|token|secret|password|credential|signature|key/i;
/** The name of such a field in JSON that cannot be parsed. */
const SECRET_NAME = /"[^"]{0,100}(?:token|secret|password|credential|signature|key)[^"]{0,100}"\s{0,10}:/i;

/**
 * Fields that hold words, in the order in which a person would say them: a general one (`Bad Request`), what it means here, and the complaints about
 * single fields, which hold the point if there are any.
 */
const WORD_FIELDS = [
  ...['title', 'error', 'code', 'faultstring', 'detail', 'error_description', 'errorDescription', 'error_message', 'errorMessage', 'message'],
  ...['defaultMessage', 'description', 'reason', 'failureReason', 'msg', 'details'],
  ...['errors', 'fieldErrors', 'violations', 'invalid-params', 'invalidParams', 'issues'],
];

/** Those that tell of a fault wherever they are. The others are names, codes and descriptions, which anything may have. */
export const FAULT_FIELDS: readonly string[] = WORD_FIELDS.filter((field) => !['title', 'error', 'code', 'message', 'description'].includes(field));

/** The words in a JSON value, without repetitions, in the order in which a person would say them. */
function wordsOf(value: unknown, level: number): string[] {
  if (typeof value === 'string') return [value.trim().slice(0, LONGEST_READ + 1)].filter((words) => words !== '');
  if (level > 3) return [];
  if (Array.isArray(value)) {
    const entries = (value as unknown[]).slice(0, 10).map((entry) => wordsOf(entry, level + 1).join(': '));
    return [entries.filter((words) => words !== '').join('; ')].filter((words) => words !== '');
  }
  const object = foreignObject(value);
  if (!object) return [];
  const named = WORD_FIELDS.flatMap((field) => wordsOf(fieldOf(object, field, `hydra:${field}`), level + 1));
  if (named.length > 0) return [...placeOf(object, level === 0), ...new Set(named)];
  // Lists of complaints by field ({"geometry": ["is not closed"]}), or words of a shape of its own.
  return firstFields(object).flatMap((field) => wordsOf(object[field], level + 1).map((words) => `${field}: ${words}`));
}

/** The first ten fields that may be shown: there may be a million. */
function firstFields(object: ForeignObject): string[] {
  const fields: string[] = [];
  for (const field in object) {
    if (!SECRET_FIELD.test(field) && fields.push(field) === 10) break;
  }
  return fields;
}

/** Names of the field that a complaint is about. */
const PLACES = ['field', 'pointer', 'loc', 'property', 'propertyPath', 'parameter'];

/**
 * Which field of the request a complaint is about.
 *
 * @param isWhole whether the complaint is the whole answer: the `path` is then that of the request
 */
function placeOf(object: ForeignObject, isWhole: boolean): string[] {
  // RFC 7807 has a name beside a reason, JSON:API a place in a source.
  const named = fieldOf(object, 'reason') === undefined ? undefined : fieldOf(object, 'name');
  const place = fieldOf(object, ...PLACES, ...(isWhole ? [] : ['path'])) ?? fieldOf(fieldOf(object, 'source'), 'pointer', 'parameter') ?? named;
  if (typeof place === 'string') return [place];
  return Array.isArray(place) ? [place.filter((step) => typeof step === 'string' || typeof step === 'number').join('.')] : [];
}

function wordsInTags(head: string): string {
  const isPage = !/<Error[\s>]/.test(head) && /^<(?:title|head|body)\b|<(?:!doctype html|html|h1)\b/i.test(head);
  return isPage ? htmlTitle(head) : xmlWords(head);
}

function htmlTitle(head: string): string {
  const title = /<title\b[^<>]{0,200}>([^<]{1,1000})/i.exec(head) ?? /<h1\b[^<>]{0,200}>([^<]{1,1000})/i.exec(head);
  const words = title?.[1] ?? '';
  if (/^[\s\d]+$|^\s*error\s*$/i.test(words)) return head;
  return words === '' ? head : words;
}
