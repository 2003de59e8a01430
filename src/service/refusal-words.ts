import { wordsApart } from '../text/words-apart';
import type { HttpAnswer } from '../transport/http-exchange';
import { errorWords } from '../transport/server-words';

/** What a service's words for a refusal speak of: the specification leaves codes and bodies of errors open (section 7). */

const TOKEN_INVALID = /\b(?:access[ _-]?)?token\b[^.;]{0,40}\b(?:expired|revoked|(?:no longer|not) (?:valid|active))|\b(?:expired|revoked)[ _-](?:access[ _-]?)?token\b|\binvalid_token\b/i;

/** Whether a 403 says about the token what a 401 should (RFC 6750, 3.1: `invalid_token`). */
export function saysTokenInvalid(answer: HttpAnswer): boolean {
  if (answer.status !== 403) return false;
  return TOKEN_INVALID.test(`${answer.headers['www-authenticate'] ?? ''} ${errorWords(answer.body)}`);
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

const UNIT_OF_AREA = String.raw`(hectares?|ha|km2|km²|m2|m²|sq(uare)? ?(kilo)?met(re|er)s?)(?!\w)`;
const FIGURE_OF_AREA = String.raw`[\d.,' ]{1,30}${UNIT_OF_AREA}`;
const OF_AN_AREA = new RegExp(String.raw`\b((area|polygon|region)(?!\w)|${UNIT_OF_AREA})`, 'i');
const OF_A_SIZE =
  /\b(too (large|big|small)|exceed\w*|(larger|bigger|smaller|greater|less) than|above|below|over|under|maximum|minimum|limit|threshold)\b/i;
/** These words count only with a figure and a unit of area after them: other things, too, are allowed at most so many times. */
const OF_AN_AREA_LIMIT = new RegExp(String.raw`\b(at (most|least)|up to|more than) ${FIGURE_OF_AREA}`, 'i');

/** Limits that have nothing to do with the size of an area, although an answer may name them together with it. */
const OF_SOMETHING_ELSE = /\b(vertices|vertex|points|corners|years?|quotas?|(download|request) limit|per (hour|day|month)|monthly|daily)\b/i;
/** Nor have these, unless a figure of area is told with them: `The area of these coordinates exceeds 10 ha`. */
const OF_A_POSITION = /\b(coordinates?|longitudes?|latitudes?|depths?)\b/i;
const TELLS_AN_AREA = new RegExp(String.raw`\d[\d.,' ]{0,30}${UNIT_OF_AREA}`, 'i');
/** A figure with a unit of area that is compared with another, or called allowed. */
const OF_A_COMPARED_AREA = new RegExp(String.raw`([<>≤≥][\s=]{0,3}|\b(allowed|permitted)\b[^.;]{0,20}\b)${FIGURE_OF_AREA}`, 'i');

/** Whether a refusal clearly speaks of the size of the area (section 8). */
export function speaksOfAreaSize(words: string): boolean {
  const apart = wordsApart(words);
  if (OF_A_COMPARED_AREA.test(apart)) return true;
  if (OF_SOMETHING_ELSE.test(apart) || (OF_A_POSITION.test(apart) && !TELLS_AN_AREA.test(apart))) return false;
  return OF_AN_AREA_LIMIT.test(apart) || (OF_AN_AREA.test(apart) && OF_A_SIZE.test(apart));
}
