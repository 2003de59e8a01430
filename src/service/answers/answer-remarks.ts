import { fieldOf, foreignObject, wholeNumberOf, type ForeignObject } from '../../foreign/foreign-value';
import { FAULT_FIELDS, valueWords } from '../../transport/server-words';
import { furtherPages, pagesInHeaders, type FurtherPages } from './further-pages';
import { isSaid } from './is-said';

/** What a successful answer says about itself beside its content. The specification shows none of it (section 7); services and gateways send it. */
export interface AnswerRemarks extends FurtherPages {
  /** The service's words for an error that it reports in a 2xx. */
  complaint?: string;
  /** Its words for a warning. */
  warning?: string;
}

const COMPLAINTS = ['title', 'error', 'message', ...FAULT_FIELDS];
const WARNINGS = ['warning', 'warnings'];
/** The words that wrappers have for a request that failed. */
const FAILURE = /^(error|fail|failed|failure)$/i;
const OTHER_NAMES = [...WARNINGS, 'statusMessage'];

/** @param secrets texts to take out of the words, should the service repeat them */
export function remarksIn(value: unknown, secrets: readonly string[]): AnswerRemarks {
  const answer = foreignObject(value);
  return answer ? Object.assign(complaintsIn(answer, secrets), furtherPages(answer)) : { hasNext: false };
}

/** The same for an answer that has no pages. */
export function complaintsIn(answer: ForeignObject, secrets: readonly string[]): Pick<AnswerRemarks, 'complaint' | 'warning'> {
  const complaint = saysError(answer) ? wordsIn(answer, COMPLAINTS, secrets) || wordsOfFailure(answer, secrets) || 'it gives no reason' : undefined;
  const warning = wordsIn(answer, WARNINGS, secrets);
  return { ...(complaint !== undefined && { complaint }), ...(warning && { warning }) };
}

/** Adds what its headers say about further pages. */
export function withHeaders(remarks: AnswerRemarks, headers: Readonly<Record<string, string>>): AnswerRemarks {
  const { hasNext, total = 0 } = pagesInHeaders(headers);
  const most = Math.max(total, remarks.total ?? 0);
  return { ...remarks, hasNext: remarks.hasNext || hasNext, ...(most > 0 && { total: most }) };
}

function saysError(answer: ForeignObject): boolean {
  if (['error', 'errors'].some((name) => isSaid(fieldOf(answer, name))) || fieldOf(answer, 'success') === false) return true;
  return ['status', 'statusCode', 'code'].some((name) => {
    const told = fieldOf(answer, name);
    const code = wholeNumberOf(told) ?? 0;
    return (code >= 400 && code < 600) || (typeof told === 'string' && FAILURE.test(told));
  });
}

/** JSend (`{"status": "fail", "data": {"geometry": "is open"}}`) tells in its data what is wrong with each field. */
function wordsOfFailure(answer: ForeignObject, secrets: readonly string[]): string {
  return foreignObject(fieldOf(answer, 'data')) ? wordsIn(answer, ['data'], secrets) : '';
}

/** What some fields of a value say together; empty if they say nothing. */
export function wordsIn(value: unknown, names: readonly string[], secrets: readonly string[]): string {
  const said = names.flatMap((name) => (isSaid(fieldOf(value, name)) ? [[name, fieldOf(value, name)] as const] : []));
  // Said in a field that errors do not have.
  const told = said.map(([name, words]) => [OTHER_NAMES.includes(name) ? 'message' : name, words] as const);
  return told.length === 0 ? '' : valueWords(Object.fromEntries(told), secrets);
}
