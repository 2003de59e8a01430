import type { Node, NodeAPI } from 'node-red';
import type { SoilError } from '../../src/errors/soil-error';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { WaitListener, WaitProgress } from '../../src/jobs/waits/wait-listener';
import type { Job } from '../../src/service/job';
import type { Delay } from '../../src/transport/http-exchange';
import type { Outcome } from '../runtime/outcome';
import { progressOf } from '../runtime/progress';
import { copyOfJob, extendSoil, markSynthetic, type SoilMessage } from '../runtime/soil-message';
import type { PendingCompletions } from './pending-completions';
import type { WaitingStatus } from './waiting-status';

interface WaitNewsParts {
  RED: NodeAPI;
  node: Node;
  /** Whether the data of the service are synthetic. */
  synthetic: () => boolean;
  shown: WaitingStatus;
  pending: PendingCompletions;
  /** Brings in the outcome of a message that is not pending, because it came in an earlier life of the node. */
  bringIn: (message: FlowMessage, outcome: Outcome<null>) => void;
}

/** Brings the news of a node's waits to its flow and its status. */
export class WaitNews implements WaitListener {
  constructor(private readonly parts: WaitNewsParts) {}

  poll(progress: WaitProgress, message: FlowMessage, job: Job): void {
    this.parts.shown.showPolling();
    this.sendProgress(progress, message, job);
  }

  lastPoll(progress: WaitProgress, message: FlowMessage, job: Job): void {
    this.sendProgress(progress, message, job);
  }

  completed(message: FlowMessage, job: Job): void {
    const { node, shown } = this.parts;
    const msg = message as SoilMessage;
    this.describe(msg, job);
    msg.payload = job.result?.url;
    node.send([msg, null]);
    this.end(message);
    shown.showCompleted(job.problems !== undefined);
    if (job.problems) node.warn(`Job ${job.id}: ${job.problems.join(' ')}`);
  }

  failed(message: FlowMessage, error: SoilError, job: Job): void {
    extendSoil(message, { job: copyOfJob(job) });
    this.end(message, error);
  }

  delayed(delay: Delay): void {
    this.parts.shown.showDelay(delay);
  }

  troubled(error: SoilError, next: number): void {
    this.parts.shown.showTrouble(error, next);
  }

  private sendProgress(progress: WaitProgress, message: FlowMessage, job: Job): void {
    const { RED, node } = this.parts;
    const msg = progressOf(RED, node, message, progress);
    if (!msg) return;
    this.describe(msg, job);
    node.send([null, msg]);
  }

  private describe(msg: SoilMessage, job: Job): void {
    extendSoil(msg, { job: copyOfJob(job) });
    if (this.parts.synthetic()) markSynthetic(msg);
  }

  /** Lets Complete and Catch nodes hear of it. */
  private end(message: FlowMessage, error?: Error): void {
    const { pending, shown, bringIn } = this.parts;
    const wasPending = pending.end(message, error);
    if (error) shown.failed();
    else shown.ended();
    if (!wasPending) bringIn(message, error ? { error } : { result: null });
  }
}
