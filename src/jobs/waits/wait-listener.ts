import type { SoilError } from '../../errors/soil-error';
import type { Job } from '../../service/job';
import type { Delay } from '../../transport/http-exchange';
import type { FlowMessage } from '../messages/flow-message';

/** One poll of a job's status, as output 2 of `soil-wait` gives it. */
export interface WaitProgress {
  id: string;
  /** The service's own word. */
  status: string;
  description: string;
  /** How often the status was read since this process started to wait. */
  polls: number;
  /** Seconds since the wait was accepted. */
  elapsed: number;
  /** Seconds until the next poll; 0 after the last. */
  next: number;
}

/** Who takes the news of a node's waits: the node that is running at the moment. Its functions must not throw. */
export interface WaitListener {
  /** The job is still running: as it was read. */
  poll(progress: WaitProgress, message: FlowMessage, job: Job): void;
  /** The poll after which the wait ends: the job has ended, or its time is over. The end itself is told next. */
  lastPoll(progress: WaitProgress, message: FlowMessage, job: Job): void;
  /** The end that was hoped for. With `job.redelivered`, the message may have gone out once already. */
  completed(message: FlowMessage, job: Job): void;
  /**
   * Any other end: `SOIL_JOB_FAILED`, `SOIL_JOB_TIMEOUT`, `SOIL_CANCELLED`, `SOIL_REQUEST` (the service knows no such job) or
   * `SOIL_RESPONSE`.
   */
  failed(message: FlowMessage, error: SoilError, job: Job): void;
  /** A poll waits on the service: for its rate limit, or to be tried again. */
  delayed(delay: Delay): void;
  /** The status could not be read. The wait goes on and tries again after `next` seconds. */
  troubled(error: SoilError, next: number): void;
}
