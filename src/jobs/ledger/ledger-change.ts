import type { SoilErrorCode } from '../../errors/soil-error';
import type { JobKind } from '../../service/job';
import type { JobState, JobSummary } from './job-summary';

/**
 * What the journal holds, one per line. `at` is wall time in ms; `message` is a message as JSON text; `service` is {@link
 * SoilService.identity}; `id` is the identifier of the submission, wait or download that a change is about; `messageId` is Node-RED's `msg._msgid`.
 */
export type LedgerChange =
  /**
   * A job is wanted for a message. Nothing was sent yet, unless it shares (`joined`) the request of another message, which may be at the
   * service (`sent`). It `replaces` an unsent one of the same message.
   */
  | ({ change: 'intended'; message: string; messageId?: string; replaces?: string; sent?: true } & Intent)
  /** Its request is about to be sent: from now on, only an answer tells whether there is a job. */
  | { change: 'sending'; id: string }
  /** The service answered with a job. */
  | { change: 'created'; id: string; job: string; url: string; at: number }
  /** The request was sent, and no answer came, or none that names a job. */
  | { change: 'unanswered'; id: string; detail: string }
  /** The request was certainly not taken, or was not sent after all. After a restart it is made anew when its node is there again. */
  | { change: 'unsent'; id: string }
  /**
   * Nothing is left to do about a submission: it was refused or given back, its job was handed on, or (`unknown`) its unknown fate was
   * reported.
   */
  | { change: 'settled'; id: string; unknown?: true }
  /** A job that later requests can be answered with. */
  | ({ change: 'known' } & KnownJob)
  /** The service no longer has the job, or it has failed. */
  | { change: 'gone'; hash: string }
  /** A message waits for a job. If it came from a `submission`, that is settled with it. */
  | ({ change: 'accepted'; message: string; submission?: string } & WaitTerms)
  /** The wall clock was set: by the new time, a wait was accepted at `at`. */
  | { change: 'redated'; id: string; at: number }
  /** A message, of a wait or of a download, is about to go on. */
  | { change: 'delivering'; id: string }
  /** The message has gone on. */
  | ({ change: 'ended'; id: string } & Ending)
  /** A wait was dropped: its node was deleted. */
  | { change: 'dropped'; id: string }
  /** The file of a message's job is being downloaded, or read. */
  | ({ change: 'downloading'; message: string } & FileTerms)
  /** A process begins the reading that an earlier one had begun; with 0, it was broken off in an orderly way. */
  | { change: 'begun'; id: string; processes: number }
  /** Nothing is left to do about a download, or a reading: its message has gone on, has failed, or was dropped. */
  | { change: 'downloaded'; id: string }
  /** A line of the list of ended jobs. */
  | { change: 'past'; summary: JobSummary }
  /** A person took a job out of the list and out of reuse; where its fate is unknown, `job` is the identifier of its submission. */
  | { change: 'forgotten'; job: string }
  /** How long jobs of one sort took, ms. */
  | { change: 'durations'; sort: string; took: number[] };

/** What is known of a request before it is sent. */
export interface Intent {
  id: string;
  node: string;
  service: string;
  kind: JobKind;
  hash: string;
  at: number;
  /** Whether it is answered with the job of a request that was under way. */
  joined?: true;
}

/** How a wait came out. */
export interface Ending {
  at: number;
  state: EndState;
  status: string;
  description: string;
  polls: number;
  /** How long the job took from its submission, if known. */
  tookMs?: number;
  error?: { code: SoilErrorCode; message: string };
}

/** The states in which a wait ends. */
export type EndState = Extract<JobState, 'completed' | 'failed' | 'cancelled' | 'timeout'>;

/** A job of this ledger, found by the hash of its request. */
export interface KnownJob {
  hash: string;
  service: string;
  kind: JobKind;
  /** The node that submitted it. */
  node: string;
  /** What a person calls the message that it was submitted for. */
  name?: string;
  job: string;
  url: string;
  /** When it was submitted. */
  at: number;
  /** Whether it is completed. */
  completed?: boolean;
}

/** What a wait was accepted with. */
export interface WaitTerms {
  id: string;
  node: string;
  service: string;
  kind: JobKind;
  job: string;
  url: string;
  /** When the job was submitted, if known. */
  submittedAt?: number;
  /** When the wait was accepted. */
  at: number;
  timeoutMs: number;
  firstPollMs: number;
  maxPollMs: number;
  hectares?: number;
}

/** A download under way, whose link is on no disk (the job is asked for it); or the reading of a downloaded file. */
export interface FileTerms {
  id: string;
  /** Identifier of the `soil-download` node, or of the `soil-read` node. */
  node: string;
  /** Whether the file is read rather than downloaded. */
  reads?: true;
  /** How many processes have begun to read it and ended over it; 1 if missing: the one that the message came to. */
  processes?: number;
  job: string;
  /** When the message came. */
  at: number;
}
