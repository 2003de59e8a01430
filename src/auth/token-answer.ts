import { SoilError, type SoilErrorCause } from '../errors/soil-error';
import { fieldOf, foreignObject } from '../foreign/foreign-value';
import { parsedJson } from '../foreign/parsed-json';
import type { HttpAnswer } from '../transport/http-exchange';

/** What is read from a token answer (section 5.4). */
interface TokenAnswer {
  value: string;
  lifetimeSeconds: number;
}

/** Seconds, taken if `expires_in` is missing or no lifetime: short, since a wrong guess costs one repeated request. */
const UNKNOWN_LIFETIME = 300;
/** A token is renewed at least this often, whatever its lifetime claims. */
const LONGEST_LIFETIME = 7 * 86_400;

/** Visible ASCII: it fits into a header, and RFC 6750, 2.1 allows less. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/;

/**
 * Reads a successful answer (RFC 6749, 5.1), tolerantly: `expires_in` may be a text or missing, `token_type` may be missing.
 *
 * @throws SoilError `SOIL_RESPONSE` if there is no usable token in it.
 */
export function readTokenAnswer(answer: HttpAnswer, host: string, cause: SoilErrorCause): TokenAnswer {
  const parsed = parsedJson(answer.body);
  if (parsed === undefined) throw new SoilError('SOIL_RESPONSE', `The sign-in at ${host} was answered with ${whatCame(answer)}`, cause);
  const fields = foreignObject(parsed);
  const type = fieldOf(fields, 'token_type');
  if (typeof type === 'string' && !/bearer/i.test(type)) {
    throw new SoilError('SOIL_RESPONSE', `The sign-in at ${host} gave a token that is not a bearer token. Check the "Token URL" of the soil service.`, cause);
  }
  const value = fieldOf(fields, 'access_token');
  if (typeof value !== 'string' || !TOKEN.test(value)) {
    throw new SoilError('SOIL_RESPONSE', `The sign-in at ${host} was answered without a usable access_token. Check the "Token URL" of the soil service.`, cause);
  }
  return { value, lifetimeSeconds: readLifetime(fieldOf(fields, 'expires_in')) };
}

const CHECK_URL = 'check the "Token URL" of the soil service.';

/** What came instead of JSON, and what to do: as the end of a sentence. A server or a gateway in trouble sends less than all, from the right address. */
function whatCame({ status, body }: HttpAnswer): string {
  const text = body.trimStart();
  if (text.startsWith('<')) {
    return 'an HTML page: a captive portal, a proxy\'s login page or a wrong "Token URL"? Open that address in a browser on this machine.';
  }
  if (text === '') return `an empty body (status ${status}). Try again; if that does not help, ${CHECK_URL}`;
  if (text.startsWith('{')) return `JSON that is broken or was cut off. Try again; if that does not help, ${CHECK_URL}`;
  return 'something other than JSON. Check the "Token URL" of the soil service.';
}

/** Whether an answer refuses the client: by its status or, as some servers do, by an error code in a 200 that holds no token. */
export function isRefusal({ status, body }: HttpAnswer): boolean {
  return status >= 300 || (oauthError(body) !== '' && fieldOf(parsedJson(body), 'access_token') === undefined);
}

/** The `error` code of a refusal (RFC 6749, 5.2); empty if there is none. */
export function oauthError(body: string): string {
  const code = fieldOf(parsedJson(body), 'error');
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? code : '';
}

function readLifetime(field: unknown): number {
  const seconds = typeof field === 'number' || typeof field === 'string' ? Number(field) : NaN;
  return seconds > 0 ? Math.min(seconds, LONGEST_LIFETIME) : UNKNOWN_LIFETIME;
}
