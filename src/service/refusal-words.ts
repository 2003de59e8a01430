import { wordsApart } from '../text/words-apart';
import type { HttpAnswer } from '../transport/http-exchange';
import { errorWords } from '../transport/server-words';

/** What a service's words for a refusal speak of: the specification leaves codes and bodies of errors open (section 7). */

/** An "invalid token scope", or a token that is "invalid for this operation", is no matter of a fresh one. */
const TOKEN_INVALID = [
  /\btoken\b[^.;]{0,40}\b(expired|revoked|(no longer|not) (valid|active)|(is|was) invalid(?! for\b))\b/i,
  /\b(expired|revoked|invalid) (access ?)?token\b(?! (for|scope|audience)\b)/i,
];

/** Whether a 403 says about the token what a 401 should (RFC 6750, 3.1: `invalid_token`). */
export function saysTokenInvalid(answer: HttpAnswer): boolean {
  if (answer.status !== 403) return false;
  const apart = wordsApart(`${answer.headers['www-authenticate'] ?? ''} ${errorWords(answer.body)}`);
  return TOKEN_INVALID.some((pattern) => pattern.test(apart));
}

/** Whether a 403 says that there is no such path: the API gateway of AWS does so in these words, whatever token comes with the request. */
export function saysNoPath(words: string): boolean {
  return /^missing authentication token\.?$/i.test(words);
}

const OF_THE_TOKEN = /\b(access[ _-]?token|token|bearer|scopes?|insufficient_scope|credentials?|client[ _-]?(id|secret))\b/i;

/** Whether a refusal speaks of the token, its scope or the credentials. */
export function speaksOfToken(words: string): boolean {
  return OF_THE_TOKEN.test(words);
}

/** "No data found for the given geometry", "datasets not found", "nothing found in this area", "area outside coverage": the operation is there. */
const OF_NO_DATA = [
  /\bno (soil |matching |such |available )?(data|data ?sets?|records?|results?|observations?|samples?|soil properties)\b/i,
  /\b(data|data ?sets?|records?|results?|observations?|samples?) ((was|were|is|are) )?not (found|available)\b/i,
  /\b(nothing|none|not) ((was|were) )?(found|available)\b[^.;:]{0,40}\b(area|geometry|polygon|points?|region|place)\b/i,
  /\b(area|geometry|polygon|points?|region|location|place)\b[^.;:]{0,40}\b(not covered|(outside|no) ([a-z]+ ){0,2}coverage)\b/i,
];

/** Speaks of an operation that is not there: its path may hold the same words. */
const OF_NO_OPERATION = /\/|\b(url|uri|path|route|endpoint|resource|page|method|operation|source|soil-data|soil-properties)\b/i;

/** Whether a 404 says that there are no data, and not that there is no such operation. */
export function speaksOfNoData(words: string): boolean {
  const apart = wordsApart(words);
  return !OF_NO_OPERATION.test(words) && OF_NO_DATA.some((pattern) => pattern.test(apart));
}

const FIGURE_OF_AREA = String.raw`\d[\d.,' ]{0,30}(hectares?|ha|acres?|k?m(\^?2|²)|sq(uare)?\.? ?(k?m|(kilo)?met(re|er)s?))(?!\w)`;
const LIMIT = String.raw`too (large|big|small)|(larger|bigger|smaller|greater|less) than|limit|threshold|max(imum)?|minimum`;
const AREA = '(areas?|polygon|region|extent|aoi|bounding box)';

/** What a service allows in one time, or to one client. */
const OF_A_QUOTA = /\b(quotas?|monthly|daily|per (hour|day|month))\b/i;

/** A figure of area that is a limit: "exceeds 10 ha", "area 15 ha > 10 ha", "only 10 ha are allowed", "above the 10 ha limit". */
const OF_A_LIMITING_FIGURE = [
  String.raw`\b(${LIMIT}|exceed\w*|allowed|permitted)\b\.?[^.;]{0,20}?${FIGURE_OF_AREA}`,
  String.raw`(\b(above|below|over|under|more than|at (most|least)|up to|only)|[<>≤≥]=?) {0,3}${FIGURE_OF_AREA}`,
  String.raw`${FIGURE_OF_AREA}( limit|[^.;]{0,20}\b(allowed|permitted))\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Without a figure: "the area is too large", "area limit exceeded", "maximum allowed area". */
const OF_A_LIMITED_AREA = [
  String.raw`\b${AREA}\b[^.;]{0,40}\b(${LIMIT}|exceeded|exceed\w* (the )?(allowed|permitted|\d))(?![a-z])`,
  String.raw`\b(max(imum)?|minimum|too (large|big|small))( an?)?( allowed| permitted| supported)? ${AREA}\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Limits that have nothing to do with the size of an area, although an answer may name them together with it. */
const OF_SOMETHING_ELSE =
  /\b(vertices|vertex|points|corners|nodes|positions|coordinates?|longitudes?|latitudes?|depths?|rings?|holes?|decimals|characters|years?|(download|request|rate) limit|(too many|number of) (?!(\w+ )?(cells|tiles|pixels|hectares)\b))/i;

/** Whether a refusal clearly speaks of the size of the area (section 8). */
export function speaksOfAreaSize(words: string): boolean {
  const apart = wordsApart(words);
  const isIn = (pattern: RegExp): boolean => pattern.test(apart);
  if (isIn(OF_A_QUOTA)) return false;
  return OF_A_LIMITING_FIGURE.some(isIn) || (!isIn(OF_SOMETHING_ELSE) && OF_A_LIMITED_AREA.some(isIn));
}
