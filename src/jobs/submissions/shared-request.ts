import { isSoilError, SoilError, type SoilErrorCode } from '../../errors/soil-error';
import type { Job, JobAddress } from '../../service/job';
import type { KeeperContext } from '../keeper-context';
import type { Submission } from '../ledger/ledger';
import type { KnownJob, LedgerChange } from '../ledger/ledger-change';
import { HeldMessage } from '../messages/held-message';
import type { StoredMessage } from '../messages/stored-message';
import { identified, jobNameIn } from '../messages/told-job';
import type { JobService } from '../polls/job-service';
import { findReusableJob } from './job-reuse';
import type { SubmissionOutcomes } from './submission-outcomes';
import type { Party, SubmitRequest } from './submit-request';
import { submittedJob } from './submitted-job';

/** What {@link SharedRequest} shares with the rest of its keeper. */
export interface SharedRequestParts extends Pick<KeeperContext, 'ledger' | 'journal' | 'clock' | 'arrived'> {
  /** To be told what became of each message. */
  outcomes: SubmissionOutcomes;
}

/** Errors of a request that the service has certainly not taken. `SOIL_RESPONSE` is not one of them: it also comes after a 201 that names no job. */
const NOT_TAKEN: readonly SoilErrorCode[] = [
  'SOIL_CONFIG',
  'SOIL_AUTH',
  'SOIL_GEOMETRY',
  'SOIL_AREA_LIMIT',
  'SOIL_REQUEST',
  'SOIL_RATE_LIMITED',
  'SOIL_UNAVAILABLE',
  'SOIL_CANCELLED',
];

/**
 * One request for a job and the messages that it is for: the first one began it, the others have joined. The disk knows that it is about to be
 * sent before it is sent, and the job's address before the callers have it. After a crash before its turn to be sent, which may be long in coming,
 * or while the service refuses to take it, the messages are submitted anew.
 */
export class SharedRequest {
  readonly job: Promise<Job>;
  private readonly parties: [Party, ...Party[]];
  /**
   * `new`: whoever joins is written down with the first message; in the later stages, at once. `reading`: a known job is being read, or was. `intended`:
   * the first message is in the journal, and the service has certainly not taken the request so far. `sent`: it may be at the service.
   */
  private stage: 'new' | 'reading' | 'intended' | 'sent' = 'new';
  private hasEnded = false;
  /** Aborted when nobody waits for the request any more and the service has certainly not taken it. */
  private readonly unneeded = new AbortController();

  /** @param shut called, possibly more than once, when nobody can join any more */
  constructor(
    first: Party,
    private readonly hash: string,
    private readonly parts: SharedRequestParts,
    private readonly shut: () => void,
  ) {
    this.parties = [first];
    parts.outcomes.claim(first.id);
    this.job = this.findOrCreate().then(
      (job) => {
        this.end(job);
        return job;
      },
      (error: Error) => {
        this.end();
        throw error;
      },
    );
  }

  /** Whether the node waits for its outcome. */
  isFor(node: string): boolean {
    return this.parties.some(({ request }) => request.node === node);
  }

  join(party: Party): void {
    this.parties.push(party);
    this.parts.outcomes.claim(party.id);
    if (this.stage !== 'new') this.writeDown(party);
  }

  /** A caller stops waiting. With the last one the request is broken off, unless it may be at the service; its messages are kept, and submitted anew. */
  leave(party: Party): void {
    party.isThere = false;
    // It ended, but its caller never had the outcome, as while flows are changed.
    if (this.hasEnded) this.tellNextLife(party);
    else this.breakOffIfUnneeded();
  }

  private breakOffIfUnneeded(): void {
    if (this.stage === 'sent' || this.parties.some(({ isThere }) => isThere)) return;
    this.shut();
    this.unneeded.abort(new SoilError('SOIL_CANCELLED', 'The request was not sent: its node was closed. It will be sent when the node is back.'));
  }

  private async findOrCreate(): Promise<Job> {
    const { reuse } = this.parties[0].request;
    const known = reuse ? this.parts.ledger.jobs.ofRequest(this.hash) : undefined;
    return (known && (await this.find(known))) ?? this.create();
  }

  private async find(known: KnownJob): Promise<Job | undefined> {
    const { clock, journal, ledger } = this.parts;
    this.stage = 'reading';
    // Many may wait long for their turn to ask, or for a service that is down: a crash meanwhile must lose none of them.
    for (const party of this.parties) this.writeDown(party);
    const found = await this.ask(({ service, node }) => findReusableJob(known, { service, node, now: clock.now(), signal: this.unneeded.signal }));
    // A person, or a download whose link leads nowhere, may have taken it out of reuse meanwhile.
    const current = ledger.jobs.ofRequest(this.hash);
    if (current?.job !== known.job) return current && this.find(current);
    if (!found) void journal.noteAnyway({ change: 'gone', hash: this.hash });
    const job = found === 'not-found' ? undefined : found;
    if (job?.reused === 'finished') void journal.noteAnyway({ change: 'known', ...known, completed: true });
    return job;
  }

  private async create(): Promise<Job> {
    const [first] = this.parties;
    if (first.stored) {
      await this.parts.journal.append(this.intent(first, first.stored));
      this.keep(first, first.stored);
    }
    this.stage = 'intended';
    for (const party of this.parties) this.writeDown(party);
    // The callers' signal is not passed on: a request that creates something is not broken off once it may have been sent.
    const { signal } = this.unneeded;
    signal.throwIfAborted();
    const beforeSending = (): Promise<void> => this.noteSending();
    const onNotTaken = (): void => this.noteNotTaken();
    return this.follow(
      this.ask(({ service, kind, query, node, options }) => service.createJob(kind, query, { flow: node, ...options, signal, beforeSending, onNotTaken })),
    );
  }

  /**
   * Asks on behalf of the first message. Another one may have a service node of its own, for the same account: that one is asked if the first one's is
   * closed, as by a deploy that removes it, before the request was sent.
   */
  private async ask<Answer>(by: (request: SubmitRequest) => Promise<Answer>): Promise<Answer> {
    const asked = new Set<JobService>();
    let { request } = this.parties[0];
    for (;;) {
      try {
        return await by(request);
      } catch (error) {
        asked.add(request.service);
        const other = this.parties.find(({ isThere, request: { service } }) => isThere && !asked.has(service));
        if (!other || this.stage === 'sent' || !isSoilError(error, 'SOIL_CANCELLED')) throw error;
        ({ request } = other);
      }
    }
  }

  private async noteSending(): Promise<void> {
    const { journal, ledger } = this.parts;
    const unsent = (): Party[] => this.parties.filter(({ id }) => ledger.submissions.get(id)?.fate === 'unsent');
    // Others may join while it is written.
    for (let those = unsent(); those.length > 0; those = unsent()) {
      await Promise.all(those.map(({ id }) => journal.append({ change: 'sending', id })));
    }
    this.unneeded.signal.throwIfAborted();
    this.stage = 'sent';
  }

  /** The service has certainly not taken it so far. */
  private noteNotTaken(): void {
    if (this.stage !== 'sent') return;
    this.stage = 'intended';
    for (const { id } of this.parties) void this.parts.journal.noteAnyway({ change: 'unsent', id });
    this.breakOffIfUnneeded();
  }

  /**
   * Tells the outcome to the next life of each node whose caller is gone.
   *
   * @param job nothing if the request failed
   */
  private end(job?: Job): void {
    this.shut();
    this.hasEnded = true;
    const { submissions } = this.parts.ledger;
    for (const party of this.parties) {
      const { id, isThere } = party;
      // A message in the journal stays there until the next node has it, even if its job was known before.
      if (isThere && job && submissions.get(id)?.fate === 'unsent') {
        const at = Date.parse(job.submittedAt ?? '') || this.parts.clock.now();
        void this.parts.journal.noteAnyway({ change: 'created', id, job: job.id, url: job.url, at });
      }
      if (!isThere) this.tellNextLife(party);
    }
  }

  /** The node's next life hears the outcome. Its message is written down first if it is not in the journal yet. */
  private tellNextLife(party: Party): void {
    this.writeDown(party);
    this.parts.outcomes.callerIsGone(party);
  }

  private intent({ id, request, replaces }: Party, { text }: StoredMessage): LedgerChange {
    return {
      change: 'intended',
      id,
      node: request.node,
      service: request.service.identity,
      kind: request.kind,
      hash: this.hash,
      at: this.parts.clock.now(),
      ...(id !== this.parties[0].id && { joined: true }),
      message: text,
      ...(this.stage === 'sent' && { sent: true }),
      ...identified(request.message),
      ...(replaces !== undefined && { replaces }),
    };
  }

  private writeDown(party: Party): void {
    const { stored } = party;
    if (!stored) return;
    void this.parts.journal.noteAnyway(this.intent(party, stored));
    this.keep(party, stored);
  }

  /** The ledger now holds the message object itself. If it came here from an earlier job, its delivery is over. */
  private keep(party: Party, { left }: StoredMessage): void {
    const submission = this.parts.ledger.submissions.get(party.id) as Submission;
    const { message, earlierJob = jobNameIn(message) } = party.request;
    submission.held = HeldMessage.live(message, left.length > 0);
    this.parts.arrived(earlierJob, message);
    party.stored = undefined;
  }

  /** Waits for the answer to the request, and records it in the same step in which nobody can join any more: whoever comes next finds the job. */
  private async follow(posting: Promise<JobAddress>): Promise<Job> {
    let address: JobAddress;
    try {
      address = await posting;
    } catch (error) {
      this.shut();
      await Promise.all(this.parties.map(({ id }) => this.parts.journal.noteAnyway(failure(id, error, this.stage === 'sent'))));
      throw error;
    }
    this.shut();
    return this.record(address);
  }

  private async record({ id: job, url }: JobAddress): Promise<Job> {
    const { clock, journal } = this.parts;
    const { kind } = this.parties[0].request;
    const at = clock.now();
    const noted = this.parties.map(({ id }) => journal.note({ change: 'created', id, job, url, at }));
    try {
      await Promise.all(noted);
    } catch (error) {
      const { message, cause } = error as SoilError;
      throw new SoilError(
        'SOIL_STORAGE',
        `Job ${job} was created at the service, but its address could not be stored: ${message} ` +
          'Once that is done, send the message again: with "Reuse the job of an identical request" it goes on with that job.',
        cause,
      );
    }
    return submittedJob({ id: job, url, kind }, at);
  }
}

/** How the journal has a failed submission until somebody is told. */
function failure(id: string, error: unknown, isSent: boolean): LedgerChange {
  // If nobody is there to be told, or a crash comes first, whoever has the message next makes the request again and hears the outcome.
  if (!isSent || isSoilError(error, ...NOT_TAKEN)) return { change: 'unsent', id };
  // Any other error came from inside: nobody knows whether the request had been sent by then.
  const detail = isSoilError(error) ? (error.cause.detail ?? error.message) : String(error);
  return { change: 'unanswered', id, detail: detail.slice(0, 500) };
}
