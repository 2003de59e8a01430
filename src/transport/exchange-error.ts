import { SoilError, type SoilErrorCause, type SoilErrorCode } from '../errors/soil-error';
import { parsedUrl } from '../foreign/parsed-url';
import { asSentence } from '../text/as-sentence';
import type { FailureWords } from './failure-words';
import { publicUrl } from './redaction';
import { TOO_MANY_REQUESTS } from './verdict';

const NOT_MODIFIED = 304;

/** What is known of an exchange that ends in an error. */
export interface FailedExchange {
  url: URL;
  method: string;
  /** "read the datasets" */
  purpose: string;
  /** Tries made. */
  tries: number;
  /** Since the first of them. */
  seconds: number;
  /** Takes the secrets that were sent out of a text: a server may repeat them anywhere. */
  hide: (text: string) => string;
}

type KnownOfAnswer = Pick<SoilErrorCause, 'status' | 'retryAfter' | 'detail'>;

/** The last answer, as far as it may be shown. */
interface ShownAnswer {
  status: number;
  /** The server's own words; empty if it gave none. */
  words: string;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** An answer whose status is neither a success nor for the caller to read. */
export function answerError(exchange: FailedExchange, answer: ShownAnswer, location: string | undefined): SoilError {
  const { status, retryAfter } = answer;
  const { host } = exchange.url;
  if (status === NOT_MODIFIED) {
    const what = `${host} answered that a stored copy is still valid (304), but there is none here`;
    return failed('SOIL_RESPONSE', exchange, what, 'Check whether a cache or a proxy answers in its place.', answer);
  }
  if (status < 400) {
    const target = redirectTarget(location, exchange.url);
    const what = `${host} answered with a redirect (${status})${target}, which is not followed`;
    // A captive portal redirects everybody to a page of its own.
    const advice = / to http/.test(target) ? ', and whether this network wants a login first' : '';
    return failed('SOIL_RESPONSE', exchange, what, `Check the address in the settings${advice}.`, answer);
  }
  if (status === TOO_MANY_REQUESTS) {
    const pause = retryAfter === undefined ? '' : ` and a pause of ${Math.ceil(retryAfter)} s`;
    const advice = 'Wait before the next request, or lower the requests per second ("At most") of the soil service.';
    return failed('SOIL_RATE_LIMITED', exchange, `${host} wants fewer requests (429)${pause}`, advice, answer);
  }
  return failed('SOIL_UNAVAILABLE', exchange, `${host} answered ${status}`, tryAgain(retryAfter), answer);
}

function tryAgain(seconds: number | undefined): string {
  return seconds === undefined ? 'Try again later.' : `Try again after ${Math.ceil(seconds)} s.`;
}

/** A try without a usable answer that is not, or no longer, repeated. */
export function failureError(exchange: FailedExchange, words: FailureWords, status: number | undefined): SoilError {
  const code = ({ network: 'SOIL_UNAVAILABLE', answer: 'SOIL_RESPONSE', setting: 'SOIL_CONFIG' } as const)[words.blame];
  return shown(code, exchange, sentence(exchange, words.what, words.advice), { status, detail: words.detail });
}

/** The gate is closed for longer than the exchange can wait, so it was not sent. The status comes from the answer to another request. */
export function pauseError(exchange: FailedExchange, status: number, leftSeconds: number): SoilError {
  const code = status === TOO_MANY_REQUESTS ? 'SOIL_RATE_LIMITED' : 'SOIL_UNAVAILABLE';
  const what = `it was not sent, since ${exchange.url.host} asked for a pause (${status}), which still holds`;
  return failed(code, exchange, what, tryAgain(leftSeconds), { status, words: '', retryAfter: leftSeconds });
}

/** It was sent, and nobody can say whether the service took it. */
export function unknownError(exchange: FailedExchange, what: string, known: KnownOfAnswer, isSlow = false): SoilError {
  const message =
    `It is not known whether the service took the request to ${exchange.purpose}: it was sent, but ${asSentence(what)} ` +
    'It is not sent again by itself, since that could do the work twice: check at the service before you repeat it.' +
    (isSlow ? ' If the service, or the line to it, is slow as a rule, raise the time limit of the service, or every request ends like this.' : '');
  return shown('SOIL_SUBMIT_UNKNOWN', exchange, message, known);
}

/** It was sent, and the answer does not say whether the service took it. */
export function unknownAnswerError(exchange: FailedExchange, { status, words, retryAfter }: ShownAnswer): SoilError {
  return unknownError(exchange, `${exchange.url.host} answered ${status}${words && `: ${words}`}`, { status, detail: words, retryAfter });
}

/** The client was closed while the exchange was under way. */
export function closedError(exchange: FailedExchange): SoilError {
  const message = `Did not ${exchange.purpose}: the connection to the service was shut down (the flow was stopped or deployed again). Send the message again if its answer is needed.`;
  return shown('SOIL_CANCELLED', exchange, message);
}

function failed(code: SoilErrorCode, exchange: FailedExchange, what: string, advice: string, answer: ShownAnswer): SoilError {
  const { status, words, retryAfter } = answer;
  return shown(code, exchange, sentence(exchange, words ? `${what}: ${words}` : what, advice), { status, retryAfter, detail: words });
}

function sentence({ purpose, tries, seconds }: FailedExchange, what: string, advice: string): string {
  const effort = tries > 1 ? ` (${tries} tries in ${Math.round(seconds)} s)` : '';
  return `Could not ${purpose}: ${asSentence(`${what}${effort}`)} ${advice}`;
}

/** Every error of an exchange is made here: none shows what was sent in secret. */
function shown(code: SoilErrorCode, { method, url, hide }: FailedExchange, message: string, { detail = '', ...known }: KnownOfAnswer = {}): SoilError {
  return new SoilError(code, hide(message), { method, url: publicUrl(url), ...known, detail: hide(detail) });
}

/** Only the origin: the rest of an address may be signed. */
function redirectTarget(location: string | undefined, from: URL): string {
  const origin = location ? parsedUrl(location, from)?.origin : undefined;
  if (origin === undefined) return '';
  return origin === from.origin ? ' to another address of the same server' : origin === 'null' ? '' : ` to ${origin.slice(0, 200)}`;
}
