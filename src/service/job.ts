/** The two operations that make jobs: sections 4.6 (`geometry`) and 4.8 (`area`). The first is the default of the dialog. */
export const JOB_KINDS = ['geometry', 'area'] as const;

/** Which of the two made a job. */
export type JobKind = (typeof JOB_KINDS)[number];

/** Where a job stands, whatever words the service uses for it (section 3 shows only `Completed`). */
export type JobPhase = 'running' | 'completed' | 'failed';

/** The link of a completed job (section 2.5). `url` is signed: it is data for the flow and belongs in no log. */
export interface JobResult {
  url: string;
  /** ISO 8601 UTC; absent if the service gives no end. */
  expires?: string;
}

/** A job address, as the service gave it or as it follows from the identifier (sections 4.6 to 4.8). */
export interface JobAddress {
  id: string;
  url: string;
  kind: JobKind;
}

/** What one poll of a job finds (section 2.5). */
export interface JobStatus {
  phase: JobPhase;
  /** The service's own word: `actionStatus`. */
  status: string;
  description: string;
  startTime?: string;
  endTime?: string;
  result?: JobResult;
  /** Present if the link of a completed job cannot be fetched: its scheme, such as `s3:`. */
  unusableLink?: string;
  /** Why the result of a completed job may lack something, a sentence each. */
  problems?: string[];
  /** When the service answered, by its own clock, ms; absent if it does not say. The link's end is by that clock; ours may be hours off. */
  answeredAt?: number;
  /** Seconds for which the service wants not to be asked again; absent if it does not say. */
  retryAfter?: number;
}

/** The job as flows carry it in `msg.soil.job`: plain JSON. */
export interface Job extends JobAddress {
  status: string;
  description: string;
  /** ISO 8601 UTC: when this package submitted it. */
  submittedAt?: string;
  startTime?: string;
  endTime?: string;
  /** How often its status was read. */
  polls: number;
  result?: JobResult;
  /** Present if the job is completed and its result may lack something: why, a sentence each. */
  problems?: string[];
  /** Present if the job was not made by this message: `pending` or `finished` (setting `reuse`). */
  reused?: 'pending' | 'finished';
  /** Present if a crash, or a stop of the flows just then, left open whether the message had gone on already: it may be the second time. */
  redelivered?: true;
}
