import type { JobKind } from '../../service/job';
import type { SoilQuery } from '../../service/query';
import type { CallOptions } from '../../service/soil-service';
import type { FlowMessage } from '../messages/flow-message';
import type { StoredMessage } from '../messages/stored-message';
import type { JobService } from '../polls/job-service';

/** A message for which a job is wanted. */
export interface SubmitRequest {
  service: JobService;
  kind: JobKind;
  query: SoilQuery;
  /** Answer an identical request with the job that is pending or finished already. */
  reuse: boolean;
  /** Identifier of the `soil-submit` node. */
  node: string;
  message: FlowMessage;
  /** Name of the job from which the message came, where it no longer names it. */
  earlierJob?: string;
  options: CallOptions;
}

/** A message that a request is for. */
export interface Party {
  id: string;
  request: SubmitRequest;
  /** Until it is in the ledger. */
  stored: StoredMessage | undefined;
  /** The submission by which the message was given back unsent: in the ledger until this one takes its place. */
  replaces: string | undefined;
  /** Whether its caller still waits. */
  isThere: boolean;
}
