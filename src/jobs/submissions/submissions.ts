import { createHash, randomUUID } from 'node:crypto';
import { canonicalQuery } from '../../service/canonical-query';
import type { Job } from '../../service/job';
import { abortable } from '../../time/abortable';
import { atOnce, byTurns } from '../../time/steps';
import type { KeeperContext } from '../keeper-context';
import { storedMessage } from '../messages/stored-message';
import { SharedRequest, type SharedRequestParts } from './shared-request';
import type { Party, SubmitRequest } from './submit-request';

/** Characters of an area of a thousand corners or two, which is made comparable within a few milliseconds: it need not wait for other work. */
const SMALL = 20_000;

type SubmissionsParts = SharedRequestParts & Pick<KeeperContext, 'flowGate'>;

/**
 * Creates jobs so that none is lost and none is made twice. A request that was sent and not answered stays open until somebody was told, and
 * is never sent again by itself.
 */
export class Submissions {
  /** Requests that others may join, by hash. */
  private readonly shared = new Map<string, SharedRequest>();
  /** Requests whose outcome is awaited or being written down. None in it has settled: {@link landed} relies on that. */
  private readonly underWay = new Map<Promise<unknown>, SharedRequest>();

  constructor(private readonly parts: SubmissionsParts) {}

  /**
   * Gives the job of a request: a new one, or with `reuse` the one that an identical request has made (`job.reused`). Its address is on the disk
   * before this resolves. A signal ends the waiting, never a request that is under way: its outcome is recorded all the same.
   * A message that comes with an aborted signal is kept for its node's next life, if it is not already.
   *
   * @throws SoilError what {@link JobService.createJob} throws; `SOIL_SUBMIT_UNKNOWN` if the request was sent and not answered; `SOIL_STORAGE`
   */
  async submit(request: SubmitRequest): Promise<Job> {
    const { reuse, message, options } = request;
    const { outcomes } = this.parts;
    // An abort does not end this: what becomes of the message then is decided below.
    const canonical = canonicalQuery(request.query);
    const hash = hashOf(request, isSmall(request) ? atOnce(canonical) : await byTurns(canonical));
    const stored = storedMessage(message);
    const party: Party = { id: randomUUID(), request, stored, replaces: outcomes.takeUp(message, options.signal), isThere: true };
    const shared = reuse ? this.shared.get(hash) : undefined;
    shared?.join(party);
    const joined = shared ?? this.begin(party, hash);
    const job = await this.outcome(joined, party);
    return shared ? { ...job, reused: job.reused ?? 'pending' } : job;
  }

  /** Resolves when no request is at the service any more; with a node, none that it waits for. */
  async landed(node?: string): Promise<void> {
    const open = (): Promise<unknown>[] => [...this.underWay].filter(([, request]) => node === undefined || request.isFor(node)).map(([landed]) => landed);
    for (let those = open(); those.length > 0; those = open()) await Promise.allSettled(those);
  }

  /** The outcome of a request, once flows let a message go on with it. */
  private async outcome(request: SharedRequest, party: Party): Promise<Job> {
    const { signal } = party.request.options;
    const { flowGate, outcomes } = this.parts;
    try {
      let job: Job;
      try {
        job = await abortable(request.job, signal, () => request.leave(party));
      } finally {
        await flowGate.whenOpen(signal);
      }
      outcomes.callerHasJob(party);
      return job;
    } catch (error) {
      if (!party.isThere) throw error;
      if (signal?.aborted) {
        request.leave(party);
        throw signal.reason;
      }
      outcomes.callerHasError(party);
      throw error;
    }
  }

  private begin(party: Party, hash: string): SharedRequest {
    const request = new SharedRequest(party, hash, this.parts, () => {
      if (this.shared.get(hash) === request) this.shared.delete(hash);
    });
    if (party.request.reuse) this.shared.set(hash, request);
    const settled = (): boolean => this.underWay.delete(landed);
    const landed: Promise<unknown> = request.job.then(settled, settled);
    this.underWay.set(landed, request);
    return request;
  }
}

/**
 * SHA-256, in hexadecimal digits, of what makes two requests one and the same: the service and its client, the operation, and the
 * query in canonical form.
 */
function hashOf({ service, kind }: SubmitRequest, canonical: string): string {
  return createHash('sha256').update(JSON.stringify([service.identity, kind, canonical])).digest('hex');
}

function isSmall({ query: { geometry = '' } }: SubmitRequest): boolean {
  return geometry.length <= SMALL;
}
