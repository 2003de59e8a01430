import { SoilError } from '../../../src/errors/soil-error';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import type { WaitListener, WaitProgress } from '../../../src/jobs/waits/wait-listener';
import type { Job, JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { MemoryDisk } from '../memory-disk';
import { ScriptedService } from '../scripted-service';

/** A `soil-wait` node: records what it was told, in order. */
export class Node implements WaitListener {
  readonly polls: WaitProgress[] = [];
  readonly lastPolls: WaitProgress[] = [];
  /** The job as each poll reported it, the last one included. */
  readonly jobs: Job[] = [];
  readonly done: { message: FlowMessage; job: Job }[] = [];
  readonly errors: { message: FlowMessage; error: SoilError; job: Job }[] = [];
  readonly troubles: { error: SoilError; next: number }[] = [];

  poll(progress: WaitProgress, _message: FlowMessage, job: Job): void {
    this.polls.push(progress);
    this.jobs.push(job);
  }

  lastPoll(progress: WaitProgress, _message: FlowMessage, job: Job): void {
    this.lastPolls.push(progress);
    this.jobs.push(job);
  }

  completed(message: FlowMessage, job: Job): void {
    this.done.push({ message, job });
  }

  failed(message: FlowMessage, error: SoilError, job: Job): void {
    this.errors.push({ message, error, job });
  }

  delayed(): void {
    // The tests of the nodes check that a poll waits on the service.
  }

  troubled(error: SoilError, next: number): void {
    this.troubles.push({ error, next });
  }
}

interface Times {
  timeoutMinutes?: number;
  firstPollSeconds?: number;
  maxPollSeconds?: number;
}

export async function wait(life: Life, service: ScriptedService, message: FlowMessage, more: Times & { node?: string; job?: Partial<Job> & { id: string } } = {}): Promise<void> {
  const { node = 'wait', job, ...times } = more;
  const submittedAt = new Date(life.clock.now()).toISOString();
  const address: Job | JobAddress = { ...service.jobAddress(job?.id ?? '1'), status: 'submitted', description: '', submittedAt, polls: 0, ...job };
  await life.keeper.waits.accept({ service, job: address, node, message, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60, ...times });
}

export async function begin(): Promise<{ life: Life; service: ScriptedService; node: Node; detach: () => void }> {
  const life = await Life.begin();
  const service = new ScriptedService();
  const node = new Node();
  return { life, service, node, detach: life.keeper.waits.attach('wait', service, node) };
}

export function journal(disk: MemoryDisk): string {
  return disk.contents('jobs.journal')?.toString() ?? '';
}
