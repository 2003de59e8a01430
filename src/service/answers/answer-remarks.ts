import { fieldOf, foreignObject, wholeNumberOf, type ForeignObject } from '../../foreign/foreign-value';
import { errorWords } from '../service-words';

/** What an answer of a success says of itself beside its content. The specification shows none of it (section 7); services and gateways have it. */
export interface AnswerRemarks {
  /** The service's words for an error that it tells in a 2xx. */
  complaint?: string;
  /** Its words for a warning. */
  warning?: string;
  /** Whether it says that there is a next page, and how many entries there are in all. */
  hasNext: boolean;
  total?: number;
}

const NOTHING = /^\s*(none|null|nil|no|ok|0|false|undefined)?\s*$/i;
const DEEPEST = 4;

const COMPLAINTS = ['error', 'errors', 'title', 'detail', 'message', 'error_description'];
const WARNINGS = ['warning', 'warnings'];
const TOTALS = ['totalItems', 'hydra:totalItems', 'numberMatched', 'totalResults', 'totalCount', 'total'];
const NEXT_PAGES = ['next', 'nextPage', 'hydra:next', 'nextLink', '@odata.nextLink'];

/** @param secrets texts to take out of the words, should the service repeat them */
export function remarksIn(value: unknown, secrets: readonly string[]): AnswerRemarks {
  const remarks: AnswerRemarks = { hasNext: false };
  const answer = foreignObject(value);
  if (!answer) return remarks;
  if (saysError(answer)) remarks.complaint = wordsOf(answer, COMPLAINTS, secrets) || 'it gives no words';
  const warning = wordsOf(answer, WARNINGS, secrets);
  if (warning) remarks.warning = warning;
  const total = TOTALS.map((name) => wholeNumberOf(fieldOf(answer, name))).find((number) => number !== undefined);
  if (total !== undefined) remarks.total = total;
  remarks.hasNext = hasNextPage(answer);
  return remarks;
}

/** With what its headers say: some services have the pages there. */
export function withHeaders(remarks: AnswerRemarks, headers: Readonly<Record<string, string>>): AnswerRemarks {
  const inRange = /^\s*\w+\s+\d+-\d+\/(\d{1,15})\s*$/.exec(headers['content-range'] ?? '')?.[1];
  const total = remarks.total ?? (inRange === undefined ? undefined : Number(inRange));
  return { ...remarks, hasNext: remarks.hasNext || hasNextLink(headers['link'] ?? ''), ...(total !== undefined && { total }) };
}

function saysError(answer: ForeignObject): boolean {
  if (['error', 'errors'].some((name) => isSaid(fieldOf(answer, name))) || fieldOf(answer, 'success') === false) return true;
  return ['status', 'statusCode', 'code'].some((name) => {
    const code = wholeNumberOf(fieldOf(answer, name)) ?? 0;
    return code >= 400 && code < 600;
  });
}

/** Whether a field says something: not where it is empty, or holds nothing but that. */
function isSaid(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return !NOTHING.test(value);
  if (level === DEEPEST) return false;
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => isSaid(inner, level + 1));
  return value === true || (typeof value === 'number' && level > 0 && value !== 0);
}

function wordsOf(answer: ForeignObject, names: readonly string[], secrets: readonly string[]): string {
  const said = names.flatMap((name) => (isSaid(fieldOf(answer, name)) ? [[name, fieldOf(answer, name)] as const] : []));
  // A warning is said in a field that errors do not have.
  const told = said.map(([name, value]) => [WARNINGS.includes(name) ? 'message' : name, value] as const);
  return told.length === 0 ? '' : errorWords(JSON.stringify(Object.fromEntries(told)), secrets);
}

function hasNextPage(answer: ForeignObject): boolean {
  const pages = [answer, foreignObject(fieldOf(answer, 'hydra:view', 'view', 'paging', 'pagination', '_links'))];
  if (pages.some((page) => page && NEXT_PAGES.some((name) => isSaid(fieldOf(page, name))))) return true;
  const links = fieldOf(answer, 'links');
  return Array.isArray(links) && links.some((link) => fieldOf(link, 'rel') === 'next' && isSaid(fieldOf(link, 'href') ?? true));
}

/** RFC 8288: `<...>; rel="next"`. */
function hasNextLink(header: string): boolean {
  return /;\s*rel\s*=\s*"?(?:[^",;]{0,100}\s)?next\b/i.test(header.slice(0, 10_000));
}
