import { wordsApart } from '../../text/words-apart';
import type { JobPhase } from '../job';

/** What the words of services for the state of a job mean (section 3 shows only `Completed`). */

/**
 * Words that contain "complete" but deny it: `Incomplete`, `JOB_INCOMPLETE`, `NotCompleted`, `not yet complete`, `40 % complete`; not
 * `RunCompleted`.
 */
const NOT_COMPLETE = [/(^|[^a-z])(in|un)complete/i, /(In|Un)complete/, /not[\s_-]*(yet[\s_-]*)?complete/i, /(^|[^\d.,])\d{1,2}([.,]\d+)?\s*%/];

/** Words for a job that is under way: those of schema.org (ActionStatusType) and of related services. */
const UNDER_WAY = /potential|active|creat|retry|queue|pend|(?<!t)run|progress|process(?!ed)|accept|submit|wait|start|schedul|init|\bnew|renewing/i;

/** `Processing (0 errors)`, `Completed; errors: 0` and `CompletedWithoutErrors` are no failures. */
const NO_ERRORS = /(?<!not)(^|[^a-z\d.,])(0|no|without)\s+(any\s+)?(errors|failures|failed|rejected|cancell?ed|aborted)|\b(errors|failures|failed|rejected|cancell?ed|aborted)\s*[:=]\s*0(?![.,]?\d)/gi;

/** Whether a word is known for a job that is under way. */
export function isWordOfWork(status: string): boolean {
  return UNDER_WAY.test(wordsApart(status));
}

/**
 * Where a job stands by its word: completed is whatever contains "complete", in any case; failed is fail, error, cancel, abort, reject, unless it is
 * retrying; all else is still running, so that a word of a later service does not lose the job. A word that says both (`CompletedWithErrors`,
 * `Finished with errors`) means completed if there is a file. So do, with a file and an end (of the job or of its link), an unknown word (`ready`) and
 * one that begins with "complete" (`Completed, 5 % without data`): only a completed job has both (section 2.5). A word that means the same as completed
 * needs no end beside the file, and no file beside the end: a file that never comes is not waited for all day. With an end but no file, a word such as
 * `TimedOut` means failed.
 */
export function phaseOf(status: string, hasLink: boolean, hasEnd: boolean): JobPhase {
  const speaksOfCompletion = /complete/i.test(status);
  const completed = speaksOfCompletion && !NOT_COMPLETE.some((pattern) => pattern.test(status));
  if (hasLink && (completed || isWordOfSuccess(status) || (hasEnd && /^complete/i.test(status)))) return 'completed';
  if (speaksOfFailure(status) && (hasEnd || !isTriedAgain(status))) return 'failed';
  if (completed || (hasEnd && isWordOfSuccess(status))) return 'completed';
  if (!hasEnd || speaksOfCompletion || isWordOfWork(status)) return 'running';
  return hasLink ? 'completed' : endedEarly(status) ? 'failed' : 'running';
}

/** Other words for completed, alone or with errors: `Finished with 2 errors`. `Successfully queued` and `Step 1 done` are not among them. */
const SUCCEEDED =
  /^(?:job ?)?(?:succeeded|success|successful|finished|done)(?: ?action ?status|[^a-z]*(?:with(?:out)? ?(?:\S+ ){0,2})?(?:errors?|failures?|warnings?))?[.!)]*$/i;

/** Whether a word says that a job succeeded, and nothing else but perhaps with what. */
export function isWordOfSuccess(status: string): boolean {
  return SUCCEEDED.test(wordsApart(status));
}

/**
 * Words for an end before all of the data: a job that has one of them and an end, but no file, will never have any. `Dismissed` is that of OGC API
 * Processes.
 */
const ENDED_EARLY =
  /expired|time[ds]? *out|deadline exceeded|terminated|stopped|killed|\bdead\b|deleted|dismissed|interrupted|unsuccessful|crashed|refused|denied|\binvalid\b/i;

function endedEarly(status: string): boolean {
  return ENDED_EARLY.test(wordsApart(status));
}

/** `Retrying after an error`; `Failed: retry later` is for whoever asked. */
function isTriedAgain(status: string): boolean {
  return /\bretrying\b/i.test(wordsApart(status));
}

function speaksOfFailure(status: string): boolean {
  return /fail|error|cancel|abort|reject/i.test(wordsApart(status).replace(NO_ERRORS, '$1'));
}

/** Words for data that came in part. */
const PARTIAL = [...NOT_COMPLETE, /partial|unfinished|truncated/i];

/** Whether the word of a completed job says that some of its data may be missing. */
export function mayLackData(status: string): boolean {
  return speaksOfFailure(status) || endedEarly(status) || PARTIAL.some((pattern) => pattern.test(status));
}
