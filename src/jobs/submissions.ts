import { isSoilError, SoilError, type SoilErrorCode } from '../errors/soil-error';
import type { Job, JobAddress, JobKind } from '../service/job';
import type { SoilQuery } from '../service/query';
import type { CallOptions } from '../service/soil-service';
import type { Clock } from '../time/clock';
import { attend } from './attend';
import { HeldMessage } from './held-message';
import { findReusableJob } from './job-reuse';
import type { JobService } from './job-service';
import type { Journal } from './journal';
import type { Ledger, Submission } from './ledger';
import type { KnownJob, LedgerChange } from './ledger-change';
import { isOpen, openSubmission, unknownError, type OpenSubmission } from './open-submission';
import { requestHash } from './request-hash';
import { storedMessage, type StoredMessage } from './stored-message';
import type { WaitingMessage } from './wait-listener';

export type { OpenSubmission } from './open-submission';

export interface SubmitRequest {
  service: JobService;
  kind: JobKind;
  query: SoilQuery;
  /** Answer an identical request with the job that is pending or finished already. */
  reuse: boolean;
  /** Identifier of the `soil-submit` node. */
  node: string;
  message: WaitingMessage;
  options?: CallOptions;
}

/** Who takes the news of a node's submissions that came out while nobody waited for them: the node that is running at the moment. */
export interface SubmissionListener {
  /** A job was created, and its message has not gone on. After a crash the message may have gone on already (`job.redelivered`). */
  created(message: WaitingMessage, job: Job): void;
  /** A request was sent, or may have been, and its fate is unknown: `SOIL_SUBMIT_UNKNOWN`. */
  unknown(message: WaitingMessage, error: SoilError): void;
  /** A request that was never sent, or certainly not taken, while its node was closed: the message is to be submitted again. Kept where nobody takes it. */
  unsent?(message: WaitingMessage): void;
}

export interface SubmissionsParts {
  clock: Clock;
  log: (line: string) => void;
  newId: () => string;
  changed: () => void;
}

/** What a request for a job fails with only where the service has certainly not taken it. `SOIL_RESPONSE` is none of these: it also comes after a 201 that names no job. */
const NOT_TAKEN: readonly SoilErrorCode[] = [
  ...(['SOIL_CONFIG', 'SOIL_AUTH', 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT', 'SOIL_REQUEST'] as const),
  ...(['SOIL_RATE_LIMITED', 'SOIL_UNAVAILABLE', 'SOIL_CANCELLED'] as const),
];

/** How long a message may take from soil-submit to soil-wait. */
const HANDOVER_MS = 3000;

/** One request under way. */
interface Flight {
  hash: string;
  job: Promise<Job>;
  /** The messages that it is for: the first one began it, the others have joined. */
  parties: [Party, ...Party[]];
  /** Whether its intent is on the disk: who joins from now on is written down at once. */
  isIntended: boolean;
  /** While a known job is read: ends that. */
  reading?: AbortController | undefined;
}

/** A message that a request is for. */
interface Party {
  id: string;
  request: SubmitRequest;
  /** Until it is in the ledger. */
  stored?: StoredMessage | undefined;
  /** Whether its caller still waits. */
  isThere: boolean;
}

/**
 * Creates jobs so that none is lost and none is made twice: the intent is on the disk before the request is sent, the job's address before
 * the caller has it. A request that was sent and not answered stays open until somebody was told, and is never sent again by itself.
 */
export class Submissions {
  /** Requests that may be shared, by hash. */
  private readonly flights = new Map<string, Flight>();
  /** Submissions whose outcome a caller waits for, or has been given in this turn. */
  private readonly attended = new Set<string>();
  /** Requests whose outcome is awaited or being written down. None in it has settled: {@link landed} relies on that. */
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly listeners = new Map<string, SubmissionListener>();
  /** Messages that went on a moment ago, and those whose sender was told an error. */
  private readonly handovers = new Map<string, { isTold: boolean; callOff: () => void }>();
  /** Submissions from before this process: their messages may have gone on. */
  private readonly inherited: Set<string>;

  constructor(
    private readonly ledger: Ledger,
    private readonly journal: Journal<LedgerChange>,
    private readonly parts: SubmissionsParts,
  ) {
    this.inherited = new Set(ledger.submissions.keys());
  }

  /**
   * Gives the job of a request. A signal ends the waiting, never a request that is under way: its outcome is recorded all the same.
   *
   * @throws SoilError what {@link JobService.createJob} throws, or `SOIL_STORAGE`
   */
  async submit(request: SubmitRequest): Promise<Job> {
    const signal = request.options?.signal;
    signal?.throwIfAborted();
    const hash = requestHash(request.service.identity, request.kind, request.query);
    const party: Party = { id: this.parts.newId(), request, isThere: true };
    const shared = request.reuse ? this.flights.get(hash) : undefined;
    if (shared) this.join(shared, party);
    const flight = shared ?? this.begin(party, hash);
    const job = await attend(flight.job, signal, () => this.leave(flight, party));
    return shared ? { ...job, reused: job.reused ?? 'pending' } : job;
  }

  /** From now on, `listener` has the outcomes of a node's submissions that nobody waits for: those there are, and those to come. */
  attach(node: string, listener: SubmissionListener): () => void {
    this.listeners.set(node, listener);
    for (const submission of this.unattended(node)) this.offer(submission);
    return () => {
      if (this.listeners.get(node) === listener) this.listeners.delete(node);
    };
  }

  /** Submissions of a node that were sent, or may have been, whose fate is unknown, and of which nobody was told. */
  unknown(node: string): OpenSubmission[] {
    return this.unattended(node).filter(({ fate }) => isOpen(fate)).map(openSubmission);
  }

  /** Jobs of a node that were created while nobody waited for them: their messages have not gone on. */
  unsent(node: string): (OpenSubmission & { job: Job })[] {
    return this.unattended(node).flatMap((submission) => {
      const job = this.jobOf(submission);
      return job ? [{ ...openSubmission(submission), job }] : [];
    });
  }

  /**
   * Says that somebody was told. Resolves when that is on the disk.
   *
   * @throws SoilError `SOIL_STORAGE` where it cannot be written; it holds all the same
   */
  async reported(id: string): Promise<void> {
    const submission = this.ledger.submissions.get(id);
    if (!submission) return;
    this.inherited.delete(id);
    const noted = this.journal.note({ change: 'settled', id, ...(isOpen(submission.fate) && { unknown: true }) });
    this.parts.changed();
    await noted;
  }

  /** Drops what belongs to nodes that are no longer there. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    const dropped = [...this.ledger.submissions.values()].filter(({ id, node }) => !this.attended.has(id) && !exists(node));
    await Promise.all(dropped.map(({ id }) => this.settle(id)));
    return dropped.map(({ node, job, at, hash, fate }) => {
      const deleted = `The soil-submit node ${node} was deleted`;
      if (job) return `${deleted}: the message of its job ${job.id} does not go on. The job itself goes on at the service.`;
      if (fate === 'unsent') return `${deleted}: its request of ${new Date(at).toISOString()} is not sent.`;
      return `${deleted}. Its request of ${new Date(at).toISOString()} (${hash.slice(0, 16)}) got no answer: the job may or may not exist.`;
    });
  }

  /** Resolves when no request is at the service any more. */
  async landed(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  private begin(party: Party, hash: string): Flight {
    const flight: Flight = { hash, job: Promise.reject(), parties: [party], isIntended: false };
    flight.job.catch(() => undefined);
    flight.job = this.findOrCreate(flight).finally(() => {
      this.land(flight);
      this.underWay.delete(flight.job);
    });
    this.underWay.add(flight.job);
    if (party.request.reuse) this.flights.set(hash, flight);
    return flight;
  }

  private join(flight: Flight, party: Party): void {
    party.stored = storedMessage(party.request.message);
    flight.parties.push(party);
    if (flight.isIntended) void this.writeDown(flight, party);
  }

  /** Its caller waits no more. With the last one, the reading of a known job is broken off: nothing is lost with that. */
  private leave(flight: Flight, party: Party): void {
    party.isThere = false;
    if (!flight.reading || flight.parties.some(({ isThere }) => isThere)) return;
    this.land(flight);
    flight.reading.abort(party.request.options?.signal?.reason);
  }

  /** From now on nobody joins it. */
  private land(flight: Flight): void {
    if (this.flights.get(flight.hash) === flight) this.flights.delete(flight.hash);
  }

  private async findOrCreate(flight: Flight): Promise<Job> {
    const { reuse } = flight.parties[0].request;
    const known = reuse ? this.ledger.jobs.ofRequest(flight.hash) : undefined;
    return (known && (await this.find(known, flight))) ?? this.create(flight);
  }

  private async find(known: KnownJob, flight: Flight): Promise<Job | undefined> {
    const { service, node } = flight.parties[0].request;
    const note = (change: LedgerChange): void => void this.note(change);
    flight.reading = new AbortController();
    let isOver = true;
    try {
      const job = await findReusableJob(known, { service, node, now: this.parts.clock.now(), signal: flight.reading.signal, note });
      isOver = job !== undefined;
      return job;
    } finally {
      flight.reading = undefined;
      if (isOver) this.land(flight);
      if (isOver) await Promise.all(flight.parties.filter(({ isThere }) => !isThere).map((party) => this.giveBack(flight, party)));
    }
  }

  /** Its caller went while nothing of it was in the journal: the message is submitted again when its node is there again. */
  private async giveBack(flight: Flight, party: Party): Promise<void> {
    try {
      party.stored ??= storedMessage(party.request.message);
    } catch (error) {
      this.parts.log(`A message was lost when its node was closed: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    await Promise.all([this.writeDown(flight, party), this.note({ change: 'unsent', id: party.id })]);
    this.takeLeave(party, false);
  }

  private async create(flight: Flight): Promise<Job> {
    const [first] = flight.parties;
    const { service, kind, query, node, options } = first.request;
    first.stored = storedMessage(first.request.message);
    let job: Job | undefined;
    try {
      await this.journal.append(this.intent(flight, first));
      this.keep(first);
      flight.isIntended = true;
      const [, ...joined] = flight.parties;
      if (joined.length > 0) await Promise.all(joined.map((party) => this.writeDown(flight, party)));
      if (flight.parties.every(({ isThere }) => !isThere)) {
        this.land(flight);
        await Promise.all(flight.parties.map(({ id }) => this.note({ change: 'unsent', id })));
        throw new SoilError('SOIL_CANCELLED', 'The request was not sent: its node was closed. It is sent when the node is there again.');
      }
      // No signal goes along: a request that creates something is not broken off once it may have been sent.
      const { signal: _, ...calling } = options ?? {};
      const posting = service.createJob(kind, query, { flow: node, ...calling });
      const address = await this.follow(posting, flight);
      job = await this.record(flight, address);
      return job;
    } finally {
      for (const party of flight.parties) this.takeLeave(party, job === undefined);
    }
  }

  private intent({ hash, parties }: Flight, party: Party): LedgerChange {
    const { id, request, stored } = party;
    const messageId = request.message._msgid;
    return {
      change: 'intended',
      id,
      node: request.node,
      service: request.service.identity,
      kind: request.kind,
      hash,
      at: this.parts.clock.now(),
      ...(party !== parties[0] && { joined: true }),
      message: stored?.text ?? '{}',
      ...(typeof messageId === 'string' && { messageId })
    };
  }

  /** A message that has joined a request. */
  private async writeDown(flight: Flight, party: Party): Promise<void> {
    const noted = this.note(this.intent(flight, party));
    this.keep(party);
    await noted;
  }

  /** The message in the ledger is now the object itself. */
  private keep(party: Party): void {
    const { id, request, stored } = party;
    const submission = this.ledger.submissions.get(id) as Submission;
    submission.held = HeldMessage.live(request.message, (stored?.left.length ?? 0) > 0);
    party.stored = undefined;
    this.attended.add(id);
  }

  /** Waits for the answer to a request, and records a request that has none. */
  private async follow(posting: Promise<JobAddress>, flight: Flight): Promise<JobAddress> {
    try {
      return await posting.finally(() => this.land(flight));
    } catch (error) {
      // What is no error of the service came from inside: nobody knows whether the request was sent before.
      const unknown = !isSoilError(error) || error.code === 'SOIL_SUBMIT_UNKNOWN';
      const detail = (isSoilError(error) ? (error.cause.detail ?? error.message) : String(error)).slice(0, 500);
      const noted = flight.parties.map(({ id, isThere }) => {
        if (!unknown && isThere) return this.journal.note({ change: 'settled', id });
        // Nobody there to be told: where it was certainly not taken, whoever has the message next makes the request again and hears what comes of it.
        if (isSoilError(error, ...NOT_TAKEN)) return this.journal.note({ change: 'unsent', id });
        return this.journal.note({ change: 'unanswered', id, detail });
      });
      await Promise.all(noted).catch((failure: Error) => this.parts.log(failure.message));
      throw error;
    } finally {
      this.parts.changed();
    }
  }

  private async record({ parties }: Flight, { id: job, url }: JobAddress): Promise<Job> {
    const at = this.parts.clock.now();
    try {
      await Promise.all(parties.map(({ id }) => this.journal.note({ change: 'created', id, job, url, at })));
    } catch (error) {
      throw new SoilError(
        'SOIL_STORAGE',
        `Job ${job} was created at the service, but its address could not be stored: ${(error as SoilError).message}. ` +
          'Make room, then send the message again: with "reuse" it goes on with that job.',
        (error as SoilError).cause,
      );
    }
    this.parts.changed();
    return this.jobOf(this.ledger.submissions.get(parties[0].id) as Submission) as Job;
  }

  /** The caller has the outcome, or is gone: then the node's listener has it, now or when there is one. */
  private takeLeave({ id, isThere }: Party, isTold: boolean): void {
    const submission = this.ledger.submissions.get(id);
    if (submission && isThere) {
      this.handOver(id, isTold);
    } else {
      this.attended.delete(id);
      if (submission) this.offer(submission);
    }
  }

  private offer(submission: Submission): void {
    const listener = this.listeners.get(submission.node);
    const isUnsent = submission.fate === 'unsent';
    if (!listener || (isUnsent && !listener.unsent)) return;
    const job = this.jobOf(submission);
    // Noted first: what comes of the message is a request of its own, and after a crash there must not be two.
    if (isUnsent) void this.settle(submission.id);
    try {
      if (job) listener.created(submission.held.message, job);
      else if (isUnsent) listener.unsent?.(submission.held.message);
      else listener.unknown(submission.held.message, unknownError(submission));
    } catch (error) {
      this.parts.log(`The news of a submission could not be taken: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!isUnsent) this.handOver(submission.id, job === undefined);
  }

  /**
   * The outcome is somebody else's. The message of a new job is on its way through the flow's memory: until a soil-wait node has it on the
   * disk (which settles the submission), or it has had time to get anywhere, a crash would lose it. After one it comes out again
   * (`job.redelivered`). Where an error was told instead, the message has come out with that, whether or not there is a job.
   */
  private handOver(id: string, isTold: boolean): void {
    this.attended.add(id);
    const callOff = this.parts.clock.after(isTold ? 0 : HANDOVER_MS, () => {
      this.handovers.delete(id);
      this.attended.delete(id);
      void this.settle(id);
    });
    this.handovers.set(id, { isTold, callOff });
  }

  /** Ends the watch over messages that are on their way. What somebody was told is over. */
  close(): void {
    for (const [id, { isTold, callOff }] of this.handovers) {
      callOff();
      if (isTold) void this.settle(id);
    }
    this.handovers.clear();
  }

  private unattended(node: string): Submission[] {
    return [...this.ledger.submissions.values()].filter((submission) => submission.node === node && !this.attended.has(submission.id));
  }

  private jobOf({ id, kind, job, joined }: Submission): Job | undefined {
    if (!job) return undefined;
    const redelivered = this.inherited.has(id) && { redelivered: true as const };
    const reused = joined && { reused: 'pending' as const };
    const submittedAt = new Date(job.at).toISOString();
    return { id: job.id, url: job.url, kind, status: 'submitted', description: '', submittedAt, polls: 0, ...reused, ...redelivered };
  }

  private async settle(id: string): Promise<void> {
    await this.reported(id).catch(() => undefined);
  }

  /** Notes what has happened. Where the disk does not take it, the journal keeps it, tries again, and says so itself. */
  private async note(change: LedgerChange): Promise<void> {
    await this.journal.note(change).catch(() => undefined);
  }
}
