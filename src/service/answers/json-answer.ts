import { holdsMoreThan, nestsDeeperThan } from '../../foreign/json-size';
import { parsedJson, withoutNaN } from '../../foreign/parsed-json';
import { findJsonFault } from './json-text';
import { responseError, type Reply } from './reply';

/** Soil data nest about 8 levels deep. */
const DEEPEST_JSON = 200;
/** Each takes about a hundred bytes of memory, however short its text: a list of nine million empty objects, 26 kB when compressed, took two gigabytes. */
const MOST_OBJECTS = 1_000_000;

/**
 * The JSON of an answer (section 1, point 7: all bodies are JSON; JSON-LD is JSON). Whatever content type it comes
 * with: some deployments send JSON as text, or as HTML, the default of many servers. `NaN`, which is no JSON, is read as `null`: a missing number.
 *
 * @throws SoilError `SOIL_RESPONSE` if the answer is empty, HTML, broken or cut, nested more than 200 levels deep, or of more than a million objects.
 */
export function readJsonAnswer(reply: Reply): unknown {
  const { status, headers, body: text } = reply.answer;
  if (/^\s*$/.test(text.slice(0, 1000)) && text.trim() === '') {
    throw responseError(reply, `the service answered ${status} with an empty body where JSON was expected`);
  }
  if (isHtml(headers['content-type'], text)) {
    throw responseError(
      reply,
      `an HTML page came instead of JSON (status ${status}): a captive portal, a proxy's login page or a wrong "Service URL"? ` +
        'Open that address in a browser on this machine',
      '',
    );
  }
  if (holdsMoreThan(MOST_OBJECTS, text)) {
    throw responseError(reply, `the JSON of the answer holds more than ${MOST_OBJECTS} objects and lists and was not read`, 'Ask for a smaller area');
  }
  if (nestsDeeperThan(text, DEEPEST_JSON)) {
    throw responseError(reply, `the JSON of the answer nests more than ${DEEPEST_JSON} levels deep and was not read`);
  }
  return withoutPrototypes(parse(text, reply), text);
}

function isHtml(contentType: string | undefined, text: string): boolean {
  const start = text.slice(0, 1000).trimStart();
  if (/^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType ?? '')) return !/^[[{]/.test(start);
  return /^<(!doctype|html|head|body|script|\?xml)/i.test(start);
}

function parse(text: string, reply: Reply): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const read = text.includes('NaN') ? parsedJson(withoutNaN(text)) : undefined;
    if (read !== undefined) return read;
    const fault = findJsonFault(text);
    const where = fault ? `expected ${fault.expected} at position ${fault.position} of ${text.length}` : 'it could not be read';
    const cut = fault && fault.position >= text.length ? ': the answer was cut off' : '';
    throw responseError(reply, `the answer is broken JSON: ${where}${cut}`, cut ? 'Try again' : undefined);
  }
}

/**
 * The value without fields named `__proto__`. `JSON.parse` makes them ordinary fields, but the next program that copies the
 * value field by field would set a prototype with them. Walked only if the text can hold one, escaped or not.
 */
function withoutPrototypes(value: unknown, text: string): unknown {
  // Looked for without a pattern first: that takes a tenth of the time, and hardly any answer has either.
  const isPossible = text.includes('__proto__') || (text.includes('\\u00') && /\\u00(5f|6f|7[024])/i.test(text));
  if (isPossible) dropPrototypes(value);
  return value;
}

function dropPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__'];
  for (const inner of Object.values(value)) dropPrototypes(inner);
}
