import { SoilError } from '../../src/errors/soil-error';
import type { JobService } from '../../src/jobs/polls/job-service';
import type { JobAddress, JobKind, JobStatus } from '../../src/service/job';
import type { SoilQuery } from '../../src/service/query';
import type { CallOptions, CreateOptions } from '../../src/service/soil-service';

type Step<T> = T | Error | (() => T | Promise<T>);

export const running: JobStatus = { phase: 'running', status: 'ActiveActionStatus', description: 'at work' };

export function completed(id = '1', more: Partial<JobStatus> = {}): JobStatus {
  return { phase: 'completed', status: 'Completed', description: 'done', result: { url: `https://files.example/${id}.zip?signature=secret` }, ...more };
}

export function refusal(status: number): SoilError {
  return new SoilError('SOIL_REQUEST', `The service refused: ${status}.`, { status });
}

export const unreachable = new SoilError('SOIL_UNAVAILABLE', 'The service cannot be reached.');

/** The part of a service that jobs need, with scripted answers: for what depends on time or on an exact order. */
export class ScriptedService implements JobService {
  readonly created: { kind: JobKind; query: SoilQuery; options: CreateOptions }[] = [];
  /** Identifiers of the jobs that were read, in order. */
  readonly read: string[] = [];
  /** What the next creations answer; an address of its own for each after that. */
  creations: Step<JobAddress>[] = [];
  /** What the next polls of a job answer; the last one stays. */
  polls: Record<string, Step<JobStatus>[]> = {};
  /** What all other polls answer. */
  otherwise: Step<JobStatus> = running;

  constructor(readonly identity = 'test') {}

  async createJob(kind: JobKind, query: SoilQuery, options: CreateOptions = {}): Promise<JobAddress> {
    await options.beforeSending?.();
    this.created.push({ kind, query, options });
    return answer(this.creations.shift() ?? this.jobAddress(String(this.created.length), kind));
  }

  async pollJob(address: JobAddress, options: CallOptions = {}): Promise<JobStatus> {
    this.read.push(address.id);
    const steps = this.polls[address.id] ?? [this.otherwise];
    const answered = answer(steps.length > 1 ? (steps.shift() as Step<JobStatus>) : (steps[0] ?? running));
    return Promise.race([
      answered,
      new Promise<never>((_resolve, reject) => options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))),
    ]);
  }

  jobAddress(urlOrId: string, kind: JobKind = 'geometry'): JobAddress {
    const id = urlOrId.split('/').pop() as string;
    return { id, url: `https://api.example/${kind}/${id}`, kind };
  }
}

async function answer<T>(step: Step<T>): Promise<T> {
  if (step instanceof Error) throw step;
  return typeof step === 'function' ? (step as () => T | Promise<T>)() : step;
}

/** An answer that comes when the test says so. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
