import type { JobKind } from '../../service/job';
import type { SoilQuery } from '../../service/query';
import type { CallOptions } from '../../service/soil-service';
import type { FlowMessage } from '../messages/flow-message';
import type { JobService } from '../polls/job-service';

export interface SubmitRequest {
  service: JobService;
  kind: JobKind;
  query: SoilQuery;
  /** Answer an identical request with the job that is pending or finished already. */
  reuse: boolean;
  /** Identifier of the `soil-submit` node. */
  node: string;
  message: FlowMessage;
  options: CallOptions;
}
