import { fieldOf, textIn } from '../../foreign/foreign-value';
import type { Job, JobKind, JobResult } from '../../service/job';
import type { FlowMessage } from './flow-message';
import { withoutSignatures } from './signed-link';

/** What a message tells of itself and, in `msg.soil.job`, of its job: a function node, or another program, may have written anything there. */

/** Node-RED's identifier of a message, if it has one. */
export function identified({ _msgid: messageId }: FlowMessage): { messageId?: string } {
  return typeof messageId === 'string' ? { messageId } : {};
}

/** The identifier that an object gives for a job: a text, or a whole number, as a function node may write it. */
function jobIdOf(job: unknown): string | undefined {
  const id = fieldOf(job, 'id');
  return Number.isSafeInteger(id) ? String(id) : textIn(job, 'id');
}

/** The identifier or address of the job; empty if none is named. */
export function jobNameIn({ soil }: FlowMessage): string {
  const job = fieldOf(soil, 'job');
  const name = jobIdOf(job) ?? fieldOf(job, 'url');
  return typeof name === 'string' ? withoutSignatures(name) : '';
}

/** The download link of the job, if it has one. */
export function resultLink({ soil }: FlowMessage): string | undefined {
  return textIn(fieldOf(fieldOf(soil, 'job'), 'result'), 'url');
}

/** What a message tells of its job. */
export interface ToldJob {
  id?: string;
  url?: string;
  kind?: JobKind;
  submittedAt?: string;
  result?: JobResult;
}

/** What an object tells of a job, such as the one that `soil-submit` gives as its payload, as far as it is of the right type. */
export function toldJob(job: unknown): ToldJob {
  const result = fieldOf(job, 'result');
  const link = textIn(result, 'url');
  const kind = textIn(job, 'kind');
  return {
    id: jobIdOf(job),
    url: textIn(job, 'url'),
    kind: kind === 'geometry' || kind === 'area' ? kind : undefined,
    submittedAt: textIn(job, 'submittedAt'),
    ...(link !== undefined && { result: { url: link, expires: textIn(result, 'expires') } }),
  };
}

/** What soil-submit told of a message stays true of it: that an earlier job answers it, and that it may have gone out before. */
export function marksOf({ soil }: FlowMessage): Pick<Job, 'reused' | 'redelivered'> {
  const job = fieldOf(soil, 'job');
  const reused = fieldOf(job, 'reused');
  return {
    ...((reused === 'pending' || reused === 'finished') && { reused }),
    ...(fieldOf(job, 'redelivered') === true && { redelivered: true }),
  };
}
