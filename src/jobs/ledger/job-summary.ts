import type { SoilErrorCode } from '../../errors/soil-error';

/**
 * `submitted`: created, and nobody waits for it. `waiting`: its status is read from time to time. `paused`: it is awaited, but no running
 * node asks for it at the moment. `unknown`: the request was sent but not answered. The others are ends.
 */
export type JobState = 'submitted' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'timeout' | 'unknown';

/** One line of the jobs sidebar: plain JSON, without the message and without the signed link. */
export interface JobSummary {
  /** The wait's own identifier: a job may be awaited more than once. For `unknown`, that of the submission; empty for `submitted`. */
  wait: string;
  /** The job's identifier at the service; empty if the state is `unknown`. */
  job: string;
  /** What a person calls the message of the job: its topic, or the name of its field. Text from anywhere, on one line. */
  name?: string;
  /** Identifier of the `soil-wait` node; for `submitted` and `unknown`, of the `soil-submit` node. */
  node: string;
  state: JobState;
  /** The service's own word at the last poll; empty before the first. */
  status: string;
  description: string;
  /** ISO 8601 UTC: when the wait was accepted; for `submitted` and `unknown`, when the request was about to be sent. */
  acceptedAt: string;
  /** Seconds since then; for an ended wait, how long it lasted. */
  age: number;
  /** Polls since this process began to wait. */
  polls: number;
  /** ISO 8601 UTC: the next poll, while it waits. */
  nextPollAt?: string;
  /** ISO 8601 UTC. */
  endedAt?: string;
  /** Area of interest, from `msg.soil.area`. */
  hectares?: number;
  error?: { code: SoilErrorCode; message: string };
}

/** Somebody waits for the job, or has paused that. */
export function isOpen({ state }: JobSummary): boolean {
  return state === 'waiting' || state === 'paused';
}
