import { SoilError } from '../errors/soil-error';
import type { JobKind } from '../service/job';
import type { Submission } from './ledger';
import type { WaitingMessage } from './wait-listener';

/** A submission whose outcome nobody was told of. */
export interface OpenSubmission {
  id: string;
  message: WaitingMessage;
  kind: JobKind;
  /** SHA-256 over service, kind and canonical query. */
  hash: string;
  /** ISO 8601 UTC: when the request was about to be sent. */
  at: string;
}

/** Whether nobody knows what became of the request. */
export function isOpen(fate: Submission['fate']): boolean {
  return fate === 'open' || fate === 'unanswered';
}

/** What is told of a submission. */
export function openSubmission({ id, held, kind, hash, at }: Submission): OpenSubmission {
  return { id, message: held.message, kind, hash, at: new Date(at).toISOString() };
}

/** Says what is known of a request whose fate is not. */
export function unknownError({ at, hash, kind, detail }: Submission): SoilError {
  return new SoilError(
    'SOIL_SUBMIT_UNKNOWN',
    `The request of ${new Date(at).toISOString()} for a job (${kind}, ${hash.slice(0, 16)}) was sent, or was about to be, ` +
      'and no answer came: the job may or may not exist. It is not sent again by itself. ' +
      'Look at the service, and send the message again where the job is not there.',
    detail ? { detail } : {},
  );
}
