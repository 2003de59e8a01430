import type { SoilErrorCode } from '../errors/soil-error';
import type { JobKind } from '../service/job';

/** One line of the jobs sidebar: plain JSON, without the message and without the signed link. */
export interface JobSummary {
  /** The wait's own identifier: a job may be awaited more than once. */
  wait: string;
  /** The job's identifier at the service. */
  job: string;
  kind: JobKind;
  /** Identifier of the `soil-wait` node. */
  node: string;
  /** `waiting`: its status is read from time to time. `paused`: no running node asks for it at the moment. */
  state: 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'timeout';
  /** The service's own word at the last reading; empty before the first. */
  status: string;
  description: string;
  /** ISO 8601 UTC: when this package submitted the job, where it did. */
  submittedAt?: string;
  /** ISO 8601 UTC: when the wait was accepted. */
  acceptedAt: string;
  /** Seconds since then; for an ended wait, how long it lasted. */
  age: number;
  /** Readings since this process started to wait. */
  polls: number;
  /** ISO 8601 UTC: the next reading, while it waits. */
  nextPollAt?: string;
  /** ISO 8601 UTC. */
  endedAt?: string;
  /** Area of interest, from `msg.soil.area`. */
  hectares?: number;
  error?: { code: SoilErrorCode; message: string };
}
