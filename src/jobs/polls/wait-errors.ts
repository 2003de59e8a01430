import { reasonOf } from '../../errors/reason-of';
import { SoilError } from '../../errors/soil-error';
import type { Job, JobAddress } from '../../service/job';
import { asSentence } from '../../text/as-sentence';
import { counted } from '../../text/counted';

/** The ends of a wait other than completion, each saying how to go on. */

const GOES_ON = 'send its identifier to soil-wait to wait for it again.';

/** The service says that the job has failed: its own words, and what to do. */
export function jobFailed({ id, status, description }: Job): SoilError {
  const words = description === '' ? 'The service gives no reason.' : `The service says: ${asSentence(description)}`;
  const message = `Job ${id} ended at the service with the status "${status}". ${words} Change the request, or ask the service why.`;
  return new SoilError('SOIL_JOB_FAILED', message, { detail: description });
}

/**
 * Section 2.5: a completed job has `result.url`. A service may say in its description why there is none, as that there are no data in the area.
 *
 * @param polls how many in a row found it completed and without a link
 * @param ms from the first of them to the last
 */
export function linkMissing({ id, description }: Job, polls: number, ms: number): SoilError {
  const effort = `after ${counted(polls, 'poll')} in ${counted(Math.round(ms / 1000), 'second')}`;
  const next = description === '' ? 'Ask the service why; or' : `The service says: ${asSentence(description)} If that is no reason, ask the service, or`;
  const message = `Job ${id} is completed, but ${effort} it still has no download link (result.url). ${next} ${GOES_ON}`;
  return new SoilError('SOIL_RESPONSE', message, { detail: description });
}

/** A completed job whose file lies where no web address leads. The link itself may be signed, and is not shown. */
export function linkUnusable({ id }: Pick<Job, 'id'>, scheme: string): SoilError {
  return new SoilError(
    'SOIL_RESPONSE',
    `Job ${id} is completed, but its download link (result.url) begins with ${scheme}, and only https: and http: can be fetched. Ask the service for such a link; then ${GOES_ON}`,
  );
}

/** The service refuses the job's status again and again. If two nodes have two sandboxes, no address shows it: each is on a changing port of this machine. */
export function jobRefused({ id }: JobAddress, refusals: number, trouble: SoilError): SoilError {
  const message =
    `Waiting for job ${id} ended: its status was refused${refusals === 1 ? '' : ` ${refusals} times in a row`}. ${trouble.message} ` +
    `Check as well that soil-wait has the same soil service as soil-submit: each sandbox has jobs of its own. If the job is there after all, ${GOES_ON}`;
  return new SoilError(trouble.code, message, trouble.cause);
}

/** Why polls in a row fail: the first error is the cause; the latest may be a consequence of it, or something else. */
export interface FailingPolls {
  first: SoilError;
  latest: SoilError;
}

/** @param trouble why its status cannot be read, if the latest poll failed */
export function waitTimedOut(id: string, timeoutMs: number, status: string, trouble: FailingPolls | undefined): SoilError {
  const last = trouble ? `Its status could not be read: ${troubleWords(trouble)}` : `Its last status was "${status}".`;
  const minutes = Number((timeoutMs / 60_000).toFixed(2));
  const message = `Job ${id} was not completed within ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. ${last} It may go on at the service: ${GOES_ON}`;
  return new SoilError('SOIL_JOB_TIMEOUT', message, trouble?.first.cause);
}

/** In one text: the cause and, if it is of another kind, what came last. */
export function troubleWords({ first, latest }: FailingPolls): string {
  return first.code === latest.code ? first.message : `${first.message} Most recently: ${latest.message}`;
}

/** The flow, or a person in the sidebar, has stopped waiting for the job. */
export function waitCancelled(id: string): SoilError {
  return new SoilError('SOIL_CANCELLED', `Waiting for job ${id} was stopped. The job itself goes on at the service: ${GOES_ON}`);
}

/** A poll failed with something that is no error of the service. */
export function unreadable({ id }: JobAddress, error: unknown): SoilError {
  return new SoilError('SOIL_RESPONSE', `The status of job ${id} could not be read: ${asSentence(reasonOf(error))} It may go on at the service: ${GOES_ON}`);
}
