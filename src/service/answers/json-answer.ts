import { SoilError } from '../../errors/soil-error';
import { holdsMoreThan, nestsDeeperThan } from '../../foreign/json-size';
import { parsedJson, withoutNaN } from '../../foreign/parsed-json';
import type { HttpAnswer } from '../../transport/http-exchange';
import { findJsonFault } from './json-text';

/** Soil data nest about 8 levels deep. */
const DEEPEST_JSON = 200;
/** Each takes about a hundred bytes of memory, however short its text: a list of nine million empty objects, 26 kB when compressed, took two gigabytes. */
const MOST_OBJECTS = 1_000_000;

/** What an answer answers: for messages. */
export interface AnswerContext {
  /** What the caller was about to do: "read the datasets". */
  purpose: string;
  method: string;
  /** Address without query. */
  url: string;
  /** What to know and to do if the answer cannot be used: the words of the last sentence. */
  advice?: string;
}

/**
 * The JSON of an answer (section 1, point 7: all bodies are JSON; JSON-LD is JSON). Whatever content type it comes
 * with: some deployments send JSON as text, or as HTML, the default of many servers. `NaN`, which is no JSON, is read as `null`: a missing number.
 *
 * @throws SoilError `SOIL_RESPONSE` if the answer is empty, HTML, broken or cut, nested more than 200 levels deep, or of more than a million objects.
 */
export function readJsonAnswer(answer: HttpAnswer, context: AnswerContext): unknown {
  const { body: text } = answer;
  if (/^\s*$/.test(text.slice(0, 1000)) && text.trim() === '') {
    throw responseError(answer, context, `the service answered ${answer.status} with an empty body where JSON was expected`);
  }
  if (isHtml(answer.headers['content-type'], text)) {
    throw responseError(
      answer,
      context,
      `an HTML page came instead of JSON (status ${answer.status}): a captive portal, a proxy's login page or a wrong "Service URL"? ` +
        'Open that address in a browser on this machine',
    );
  }
  if (holdsMoreThan(MOST_OBJECTS, text)) {
    throw responseError(answer, context, `the JSON of the answer holds more than ${MOST_OBJECTS} objects and lists and was not read. Ask for a smaller area`);
  }
  if (nestsDeeperThan(text, DEEPEST_JSON)) {
    throw responseError(answer, context, `the JSON of the answer nests more than ${DEEPEST_JSON} levels deep and was not read`);
  }
  return withoutPrototypes(parse(text, answer, context), text);
}

/** An error for an answer that is not what the specification describes. `problem` ends a sentence that names the purpose. */
export function responseError(answer: { status: number }, context: AnswerContext, problem: string): SoilError {
  const advice = context.advice ? ` ${context.advice}.` : '';
  return new SoilError('SOIL_RESPONSE', `Could not ${context.purpose}: ${problem}.${advice}`, {
    status: answer.status,
    method: context.method,
    url: context.url,
  });
}

function isHtml(contentType: string | undefined, text: string): boolean {
  const start = text.slice(0, 1000).trimStart();
  if (/^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType ?? '')) return !/^[[{]/.test(start);
  return /^<(!doctype|html|head|body|script|\?xml)/i.test(start);
}

function parse(text: string, answer: HttpAnswer, context: AnswerContext): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const read = text.includes('NaN') ? parsedJson(withoutNaN(text)) : undefined;
    if (read !== undefined) return read;
    const fault = findJsonFault(text);
    const where = fault ? `expected ${fault.expected} at position ${fault.position} of ${text.length}` : 'it could not be read';
    const cut = fault && fault.position >= text.length ? ': the answer was cut off' : '';
    const advice = cut && 'Try again';
    throw responseError(answer, { advice, ...context }, `the answer is broken JSON: ${where}${cut}`);
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
