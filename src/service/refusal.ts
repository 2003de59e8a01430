import { whatToCheck } from '../auth/what-to-check';
import { SoilError, type SoilErrorCause, type SoilErrorCode } from '../errors/soil-error';
import { asSentence } from '../text/as-sentence';
import { cut } from '../text/cut';
import type { HttpAnswer } from '../transport/http-exchange';
import { readRetryAfter } from '../transport/retry-after';
import { challengeWords, errorWords, LONGEST_WORDS } from '../transport/server-words';
import { locationsIn } from './answers/created-job';
import { exchangeOf, type Reply } from './answers/reply';
import { isDatasetsList } from './endpoints';
import { namedIdentifier } from './job-identifier';
import { saysNoPath, speaksOfAreaSize, speaksOfNoData, speaksOfToken } from './refusal-words';

/**
 * The error for a final 4xx answer, with the service's own words (section 7 leaves codes and bodies open). A 401 does not come here: see
 * the authorised exchange.
 *
 * A 403 refuses this request, for want of a permission that differs by endpoint (section 5, point 6): `SOIL_REQUEST`, since the same
 * credentials do for the others. It is `SOIL_AUTH` only if the answer speaks of the token, its scope or the credentials (RFC 6750, 3.1:
 * `insufficient_scope`): then the client's registration has to change.
 *
 * A 400, 413 or 422 is `SOIL_AREA_LIMIT` if its words clearly speak of the size of the area (section 8); the service's answer is the
 * last word on its limits.
 */
export function refusal(reply: Reply): SoilError {
  const words = wordsOf(reply);
  const code = refusalCode(reply.answer, words);
  const { status } = reply.answer;
  const said = words ? `the service refused it (${status}): ${words}` : `the service refused it with status ${status} and gave no reason`;
  const advice = code === 'SOIL_REQUEST' ? requestAdvice(reply, words) : ADVICE[code];
  const cause = refusalCause(reply, words);
  const later = cause.retryAfter === undefined ? '' : ` Try again after ${Math.ceil(cause.retryAfter)} s.`;
  return new SoilError(code, `Could not ${reply.purpose}: ${asSentence(said)}${later} ${advice}`, cause);
}

/** The service's words: those of the body, then those of its challenge if they say more. */
function wordsOf({ answer: { headers, body }, secrets }: Reply): string {
  const [ofBody, ofChallenge] = [errorWords(body, secrets), challengeWords(headers['www-authenticate'] ?? '', secrets)];
  if (ofBody === '' || ofChallenge === '') return ofBody || ofChallenge;
  return ofBody.includes(ofChallenge) ? ofBody : cut(`${ofBody.replace(/[.:]$/, '')}: ${ofChallenge}`, LONGEST_WORDS);
}

/** A token that was not accepted. */
interface RefusedToken {
  /** Whether it was fetched for this exchange, after another one was refused. */
  isFresh: boolean;
  /** How long no other token is asked for. */
  pauseMs: number;
}

/** The error for a second 401 in a row, with a fresh token (section 5), or for a token that is kept because those before it were refused, too. */
export function tokenRefused(reply: Reply, { isFresh, pauseMs }: RefusedToken): SoilError {
  const words = wordsOf(reply);
  const said = `(${reply.answer.status})${words ? `: ${words}` : ''}`;
  const refused = asSentence(`${new URL(reply.url).host} refused the access token${isFresh ? ', and a fresh one' : ''} ${said}`);
  const earlier = isFresh ? '' : ' Earlier tokens were refused, too.';
  // The rest of a pause is a difference of times: a trace more than one second must not become two.
  const seconds = Math.ceil(Math.round(pauseMs) / 1000);
  const next = seconds > 0 ? `The next token is requested in ${seconds} s: try again then.` : 'Try again.';
  return new SoilError(
    'SOIL_AUTH',
    `Could not ${reply.purpose}: ${refused}${earlier} ${next} If that is refused as well, check ${whatToCheck(OF_AUDIENCE)}`,
    { ...refusalCause(reply, words), ...(seconds > 0 && { retryAfter: seconds }) },
  );
}

function refusalCause(reply: Reply, words: string): SoilErrorCause {
  // Not with 429 alone: any refusal may be for a time (RFC 9110, 15.5.14), and some services limit by 403.
  return { ...exchangeOf(reply), detail: words, retryAfter: readRetryAfter(reply.answer.headers, reply.answer.receivedAt) };
}

/** A token from valid credentials is refused if it is for another service. */
const OF_AUDIENCE = ', and that the client is registered for the "Audience" (by default the "Service URL")';

const ADVICE = {
  SOIL_AUTH: `Check ${whatToCheck(', and what the client is registered for')}`,
  SOIL_AREA_LIMIT: 'soil-data takes small areas, soil-submit large ones; divide one that is too large for both.',
} satisfies Partial<Record<SoilErrorCode, string>>;

const FILTER_ADVICE = 'Check the request: area, identifiers, years.';

/** RFC 9110, 15.5.10: the request does not go with what is there. */
const CONFLICT = 409;

/** A service that has such a job already may name it. */
function conflictAdvice({ answer, url, secrets }: Reply): string {
  const [location] = locationsIn(answer.headers, answer.body);
  const id = location === undefined ? undefined : namedIdentifier(location, url, secrets);
  const named = id === undefined ? '' : ` It names ${id}: if that is a job, send the identifier to soil-wait (msg.payload).`;
  return `That may be because of something that is there already: look at the service.${named}`;
}

/** Section 5, point 6: permissions differ by endpoint. */
const PERMISSION_ADVICE = 'Check the identifiers, and ask the service what the client may do.';

const GONE_ADVICE = 'Check the identifier, and the "Service URL" of the soil service; anything that the service keeps only for a time may be gone.';

/** A request for all datasets names none. */
const LIST_PERMISSION_ADVICE = 'Ask the service what the client may do.';
const LIST_ADVICE = 'Check the "Service URL" of the soil service, and ask whoever runs the service.';

/** Section 4.2 leaves the path of the soil-properties query open: a wrong one is found here. */
const NO_OPERATION_ADVICE =
  'Check the "Service URL" of the soil service (for soil properties, its "Properties path" too), and the identifiers in the request.';

/** The text of a request is long only if that of the area is. */
const TOO_LONG_ADVICE = 'The text of the area is too long for the server: simplify the area, or send fewer corners at once.';

/** Statuses that tell of the client or the account, whatever is asked for: payment, media types, headers, the law (RFC 9110, 15.5; RFC 6585; RFC 7725). */
const OF_NO_REQUEST: ReadonlySet<number> = new Set([402, 406, 411, 415, 421, 426, 428, 431, 451]);

/** What to do about a refused request. A GET has no filters that could be wrong, and goes with whatever is there. */
function requestAdvice(reply: Reply, words: string): string {
  const { status } = reply.answer;
  const isList = reply.method === 'GET' && isDatasetsList(reply.url);
  if (status === 403 && !saysNoPath(words)) return isList ? LIST_PERMISSION_ADVICE : PERMISSION_ADVICE;
  if (OF_NO_REQUEST.has(status)) return 'Ask whoever runs the service.';
  if (reply.method === 'GET') return isList ? LIST_ADVICE : GONE_ADVICE;
  if (status === CONFLICT) return conflictAdvice(reply);
  if (status === 413) return TOO_LONG_ADVICE;
  if (status === 404 && speaksOfNoData(words)) return FILTER_ADVICE;
  return [403, 404, 405, 410].includes(status) ? NO_OPERATION_ADVICE : FILTER_ADVICE;
}

function refusalCode(answer: HttpAnswer, words: string): keyof typeof ADVICE | 'SOIL_REQUEST' {
  if (answer.status === 403) {
    if (saysNoPath(words)) return 'SOIL_REQUEST';
    return speaksOfToken(`${words} ${answer.headers['www-authenticate'] ?? ''}`) ? 'SOIL_AUTH' : 'SOIL_REQUEST';
  }
  return [400, 413, 422].includes(answer.status) && speaksOfAreaSize(words) ? 'SOIL_AREA_LIMIT' : 'SOIL_REQUEST';
}
