import { fieldOf, foreignObject, type ForeignObject } from '../../foreign/foreign-value';
import { asSentence } from '../../text/as-sentence';
import { percentDecoded } from '../../text/percent-decoded';
import { withoutQuery } from '../../text/without-query';
import { withoutTrailing } from '../../text/without-trailing';
import { jobKindOf } from '../endpoints';
import type { JobResult, JobStatus } from '../job';
import { FAULT_FIELDS, safeWords, valueWords } from '../../transport/server-words';
import { complaintsIn, wordsIn } from './answer-remarks';
import { isSaid } from './is-said';
import { isWordOfSuccess, isWordOfWork, mayLackData, phaseOf } from './job-words';
import { idOf, momentOf, rawText } from './json-ld';
import { linksIn, unusableScheme } from './result-link';

/** Section 2.5 and 3: the query job. */

/**
 * Reads one status of a job. Section 3 shows only `Completed`; the words of other deployments and of schema.org
 * (`CompletedActionStatus`, as text, address or object) are understood too.
 *
 * A completed job without a usable link gives a status without `result`: the service may set the status before the link.
 * `undefined` if the value is no job: no object, or one with neither a status nor a result.
 *
 * @param secrets texts to take out of status and description, which are kept with the job, shown and logged, should the service repeat them
 * @param address of the status: links may be relative to it
 */
export function readQueryJob(value: unknown, baseUrl: string, secrets: readonly string[], address = baseUrl): JobStatus | undefined {
  const job = foreignObject(value);
  if (!job) return undefined;
  if (isErrorAnswer(job)) return undefined;
  const wordsUnder = (names: string[]): string[] => names.flatMap((name) => statusWord(fieldOf(job, name), secrets) ?? []);
  const status = wordsUnder(['actionStatus'])[0] ?? jobWord(wordsUnder(['status', 'state', 'jobStatus']));
  const links = linksIn(fieldOf(job, 'result'), baseUrl, address);
  const [result] = links;
  const scheme = result ? undefined : unusableScheme(fieldOf(job, 'result'));
  const hasLink = result !== undefined;
  if (status === undefined && !hasLink) return undefined;
  const startTime = momentOf(fieldOf(job, 'startTime'));
  const endTime = momentOf(fieldOf(job, 'endTime'));
  const phase = status === undefined ? 'completed' : phaseOf(status, hasLink, endTime !== undefined || result?.expires !== undefined);
  return {
    phase,
    status: status ?? '',
    description: descriptionOf(job, phase === 'failed' || (phase === 'completed' && !hasLink), status ?? '', secrets),
    ...(startTime ? { startTime } : {}),
    ...(endTime ? { endTime } : {}),
    ...(phase === 'completed' && result ? { result, ...problemsOf(job, status, links, secrets) } : {}),
    ...(phase === 'completed' && scheme !== undefined ? { unusableLink: scheme } : {}),
  };
}

/**
 * Without `actionStatus`, which only a job has: of several words, the first, unless that is a success while another says that the job is under way. It
 * may be that of the answer.
 */
function jobWord(words: readonly string[]): string | undefined {
  const [first] = words;
  return first !== undefined && isWordOfSuccess(first) ? (words.find(isWordOfWork) ?? first) : first;
}

/** What a job has (section 2.5), and an answer that only says that something went wrong has not. */
const OF_A_JOB = ['id', '@id', 'type', '@type', 'actionStatus', 'startTime', 'endTime', 'result'];

/** `{"status": "error", "message": "try again"}`, as some wrappers have it: the status of an answer, as it has no job. */
function isErrorAnswer(job: ForeignObject): boolean {
  const status = fieldOf(job, 'status');
  return typeof status === 'string' && /^(error|fail)$/i.test(status) && fieldOf(job, ...OF_A_JOB) === undefined;
}

/**
 * Whether a job resource says by its own address (section 2.5: `id`) that it is another job's. An identifier of another length is of another kind,
 * such as a service's internal number, and says nothing.
 */
export function isOtherJob(value: unknown, id: string): boolean {
  const address = withoutTrailing(withoutQuery(idOf(foreignObject(value))), /\//);
  const [own, asked] = [decoded(address.split('/').pop() ?? ''), decoded(id)];
  return jobKindOf(address) !== undefined && own.length === asked.length && own !== asked;
}

/** Programs differ in what they encode in an address. */
function decoded(segment: string): string {
  return (percentDecoded(segment) ?? segment).toLowerCase();
}

/** An address, not words with a slash in them (`Failed: no room in /exports/7`). */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|[/#])\S+$/i;

/** The service's own word; the last part if it is an address (`https://schema.org/CompletedActionStatus`). */
function statusWord(value: unknown, secrets: readonly string[]): string | undefined {
  // The status of an answer (`{"status": 500, "error": ...}`), not of a job.
  if (/^[1-5]\d\d$/.test(rawText(value) ?? '')) return undefined;
  const given = rawText(value) ?? rawText(fieldOf(value, 'name', '@id', 'id', 'termCode'));
  const word = safeWords(given ?? '', secrets);
  if (word === '') return undefined;
  const own = ADDRESS.test(word) ? word.split(/[/#]/).findLast((part) => part !== '') : undefined;
  return (own ?? word).slice(0, 100);
}

/** What a completed job tells beside its file: words of failure, an error or a warning, or more files than the one of section 2.5. */
function problemsOf(job: ForeignObject, status = '', links: readonly JobResult[], secrets: readonly string[]): Pick<JobStatus, 'problems'> {
  const { complaint, warning } = complaintsIn(job, secrets);
  const problems: string[] = [];
  if (mayLackData(status)) problems.push(`The service calls the job "${status}", so some of the data may be missing.`);
  if (complaint !== undefined) problems.push(`The service reports an error in the job, so some of the data may be missing: ${asSentence(complaint)}`);
  if (warning !== undefined) problems.push(`The service warns: ${asSentence(warning)}`);
  const files = new Set(links.map(({ url }) => url)).size;
  if (files > 1) problems.push(`The job has ${files} result files. Only the first is used: ask for each part in a job of its own.`);
  return problems.length > 0 ? { problems } : {};
}

/** Not its name, title and description: those are of the file that was to come. */
const REASONS_IN_RESULT = ['error', 'message', ...FAULT_FIELDS];

/**
 * The status text. Kept with the job, so it holds no query strings of links.
 *
 * @param isWithoutFile whether it also tells why there is no file: of a job that failed, or that is completed without a link
 */
function descriptionOf(job: ForeignObject, isWithoutFile: boolean, status: string, secrets: readonly string[]): string {
  const texts = [fieldOf(job, 'description'), fieldOf(job, 'message')];
  if (!isWithoutFile) return firstWords(texts, secrets);
  const error = fieldOf(job, 'error');
  const cause = typeof error === 'boolean' ? '' : firstWords([error], secrets) || valueWords(error, secrets);
  const text = firstWords(texts, secrets);
  // "Failed" says no more beside the cause than the status does.
  const told = cause !== '' && text.toLowerCase() === status.toLowerCase() ? cause : together(text, cause, secrets);
  const ofJob = together(told, reasonsOf(job, secrets, told === ''), secrets);
  return together(ofJob, wordsIn(fieldOf(job, 'result'), REASONS_IN_RESULT, secrets), secrets);
}

/** One text after the other, or one alone if it contains the other. */
function together(first: string, second: string, secrets: readonly string[]): string {
  const [lower, lowerSecond] = [first.toLowerCase(), second.toLowerCase()];
  if (second === '' || lower.includes(lowerSecond.replace(/[.!]$/, ''))) return first;
  return first === '' || lowerSecond.includes(lower) ? second : safeWords(`${first.replace(/[.:!]$/, '')}: ${second}`, secrets);
}

/** What a job without a file tells beside its description, as answers with an error tell it. */
function reasonsOf(job: ForeignObject, secrets: readonly string[], hasNoWords: boolean): string {
  // Beside a detail, the title is that of the problem (RFC 9457); else it may be that of the request.
  const isOfProblem = isSaid(job['detail']) || hasNoWords;
  return wordsIn(job, [...(isOfProblem ? ['title'] : []), 'statusMessage', 'warning', 'warnings', ...FAULT_FIELDS], secrets);
}

function firstWords(candidates: readonly unknown[], secrets: readonly string[]): string {
  for (const candidate of candidates) {
    const words = safeWords(rawText(candidate) ?? '', secrets);
    if (words) return words;
  }
  return '';
}
