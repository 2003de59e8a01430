import { reasonOf } from '../../errors/reason-of';
import { SoilError } from '../../errors/soil-error';
import type { Job } from '../../service/job';
import { DELIVERY_MS, DeliveryTracker } from '../delivery/delivery-tracker';
import { UNKNOWN_WORK } from '../delivery/flow-work';
import type { KeeperContext } from '../keeper-context';
import type { Submission } from '../ledger/ledger';
import type { FlowMessage } from '../messages/flow-message';
import type { Party } from './submit-request';
import { submittedJob } from './submitted-job';

/** Who takes the news of a node's submissions that came out while nobody waited for them: the node that is running at the moment. */
export interface SubmissionListener {
  /** A job was created, and its message has not gone on. After a crash the message may have gone on already (`job.redelivered`). */
  created(message: FlowMessage, job: Job): void;
  /** A request was sent, or may have been, and its fate is unknown: `SOIL_SUBMIT_UNKNOWN`. */
  unknown(message: FlowMessage, error: SoilError): void;
  /** A request was never sent, or certainly not taken, while its node was closed: the message is to be submitted again. Kept while the node is away. */
  unsent(message: FlowMessage): void;
}

/** For each message that was given back, the submission that was not sent. For the whole process: a node that was closed may come late with one. */
const givenBack = new WeakMap<FlowMessage, string>();

/**
 * Makes sure that the outcome of a submission is told once: to its caller or, if that is gone, to whoever listens for its node.
 *
 * A message whose request was not sent is given back to its node, and comes in again as a submission of its own. {@link takeUp} tells which one it was
 * before: the new one `replaces` that in the journal, where it stays until then, so that a crash in between loses nothing.
 */
export class SubmissionOutcomes {
  private readonly listeners = new Map<string, SubmissionListener>();
  /**
   * Submissions that are in somebody's hands. `outcome`: a caller waits for it. `told`: somebody was given it a moment ago. `arrived`: the same, and
   * its message has come to soil-wait. `message`: it was not sent, and its node has the message but has not submitted it again.
   */
  private readonly claims = new Map<string, 'outcome' | 'told' | 'arrived' | 'message'>();
  /** Submissions whose messages may have gone on: those from before this process, and those that were lost on their way. */
  private readonly inherited: Set<string>;
  /**
   * Messages of new jobs on their way to soil-wait: once one is on the disk there, its submission is settled. After a crash it comes out again
   * (`job.redelivered`).
   */
  private readonly toWait: DeliveryTracker;
  /** Whether a node is in the flows, as far as is known. */
  private exists = (_node: string): boolean => true;
  /** Whether there are soil-wait nodes here, or were until they closed: no other node ever says that it has a message. */
  private hasWaits = false;
  private readonly callOffs = new Set<() => void>();

  constructor(private readonly parts: Pick<KeeperContext, 'ledger' | 'journal' | 'clock' | 'log' | 'flowGate' | 'work'>) {
    this.inherited = new Set(parts.ledger.submissions.keys());
    const { work } = parts;
    this.toWait = new DeliveryTracker(parts.clock, DELIVERY_MS, parts.flowGate, { ...UNKNOWN_WORK, isAtWork: () => this.hasWaits && work.areAllStopped() });
  }

  /**
   * A `soil-submit` node came up: `listener` gets the outcomes of its submissions that nobody waits for, present and future. The returned
   * function detaches it.
   */
  attach(node: string, listener: SubmissionListener): () => void {
    this.listeners.set(node, listener);
    for (const submission of this.unclaimed((of) => of === node)) this.offer(submission);
    return () => {
      if (this.listeners.get(node) !== listener) return;
      this.listeners.delete(node);
      // Its next life gets what this one was given and has not submitted again.
      for (const [id, claim] of this.claims) if (claim === 'message' && this.parts.ledger.submissions.get(id)?.node === node) this.claims.delete(id);
    };
  }

  /** Whether requests of a node wait to be sent by its next life, or messages with their jobs to go on. */
  hasToGoOn(node: string): boolean {
    return this.unclaimed((of) => of === node).some(({ fate }) => fate === 'unsent' || fate === 'created');
  }

  /** A `soil-wait` node is there: messages of new jobs may be on their way to it until it has them here. */
  expectWaits(): void {
    this.hasWaits = true;
  }

  /**
   * A message is submitted. Gives the unsent submission by which it was given back: it stays in the ledger until the new one is there.
   *
   * @throws the signal's reason if it is aborted, and the message is in the ledger or was submitted by its node's next life
   */
  takeUp(message: FlowMessage, signal?: AbortSignal): string | undefined {
    const id = givenBack.get(message);
    if (id === undefined) return undefined;
    signal?.throwIfAborted();
    if (this.claims.get(id) !== 'message') return undefined;
    this.claim(id);
    return id;
  }

  /**
   * A message that was given back as unsent is not submitted again: its flow is told an error instead.
   *
   * @throws as {@link takeUp} does: then its node's next life submits it
   */
  giveUp(message: FlowMessage, signal?: AbortSignal): void {
    this.endGivenBack(message, this.takeUp(message, signal));
  }

  /** A caller waits for the outcome. Called before the submission is in the ledger, lest anybody take it for abandoned there. */
  claim(id: string): void {
    this.claims.set(id, 'outcome');
  }

  /** The caller has the job. */
  callerHasJob(party: Party): void {
    const submission = this.unclaim(party);
    if (submission) this.track(submission);
  }

  /** The caller has an error. */
  callerHasError(party: Party): void {
    const submission = this.unclaim(party);
    if (submission) void this.settle(submission);
  }

  /** There is an outcome, and the caller is gone: the node's listener has it, now or when there is one. */
  callerIsGone(party: Party): void {
    const submission = this.unclaim(party);
    if (submission) this.offer(submission);
  }

  /**
   * A message with a job has come to soil-wait. Gives the submission that it came from, each once; nothing if none of its kind was told here: one that
   * was not, as that of a node that is away, has a message of its own.
   */
  arriveAtWait(service: string, job: string, messageId: string | undefined): string | undefined {
    for (const id of this.parts.ledger.created.of(service, job, messageId)) {
      if (this.claims.get(id) !== 'told') continue;
      this.claims.set(id, 'arrived');
      return id;
    }
    return undefined;
  }

  /** The jobs whose messages have just gone on, or are about to: perhaps to soil-wait. */
  jobsOnTheirWay(): string[] {
    return [...this.claims.keys()].flatMap((id) => this.parts.ledger.submissions.get(id)?.job?.id ?? []);
  }

  /** Drops what belongs to nodes that are no longer there, now and when more comes out for them. Gives the lines for the log. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    this.exists = exists;
    const dropped = this.unclaimed((node) => !exists(node));
    await Promise.all(dropped.map((submission) => this.settle(submission)));
    return dropped.map(droppedLine);
  }

  /** All flows were stopped and start again: messages on their way to soil-wait come out again. */
  restart(): void {
    this.toWait.restart();
  }

  /**
   * Messages on their way to soil-wait may be lost with a redeploy, and come out again after it. If there is no soil-wait, a message has arrived with
   * its delivery.
   */
  close(): void {
    for (const callOff of this.callOffs) callOff();
    if (this.hasWaits) this.toWait.stop();
    else this.toWait.acknowledgeAll();
  }

  private offer(submission: Submission): void {
    const held = this.parts.flowGate.whenOpen();
    if (held) return void held.then(() => this.offerWhereLeft(submission));
    const listener = this.listeners.get(submission.node);
    if (!listener) return this.exists(submission.node) ? undefined : this.dropLater(submission);
    const isUnsent = submission.fate === 'unsent';
    const job = this.jobOf(submission);
    if (isUnsent) this.give(submission);
    const { message } = submission.held;
    if (job) this.track(submission);
    else if (!isUnsent) void this.settle(submission);
    try {
      if (job) listener.created(message, job);
      else if (isUnsent) listener.unsent(message);
      else listener.unknown(message, unknownError(submission));
    } catch (error) {
      this.parts.log(`The outcome of a submission could not be handled: ${reasonOf(error)}`);
    }
  }

  /** The job of a submission, as its message has it. */
  private jobOf({ id, kind, job, joined }: Submission): Job | undefined {
    if (!job) return undefined;
    const redelivered = this.inherited.has(id) && { redelivered: true as const };
    const reused = joined && { reused: 'pending' as const };
    return { ...submittedJob({ id: job.id, url: job.url, kind }, job.at), ...reused, ...redelivered };
  }

  private offerWhereLeft(submission: Submission): void {
    const { id } = submission;
    if (this.parts.ledger.submissions.get(id) === submission && !this.claims.has(id)) this.offer(submission);
  }

  /** Its request was still at the service when its node was deleted; a deploy that brings the node back may be under way. */
  private dropLater(submission: Submission): void {
    const { id, node } = submission;
    const callOff = this.parts.clock.after(DELIVERY_MS, () => {
      this.callOffs.delete(callOff);
      const isUnclaimed = this.parts.ledger.submissions.get(id) === submission && !this.claims.has(id);
      if (!isUnclaimed || this.listeners.has(node) || this.exists(node)) return;
      this.parts.log(droppedLine(submission));
      void this.settle(submission);
    });
    this.callOffs.add(callOff);
  }

  /** The node submits the message as a new request, which takes the place of this one. */
  private give(submission: Submission): void {
    const { id } = submission;
    const other = givenBack.get(submission.held.message);
    // One object that came twice is two messages: only by its object is it known which of them is submitted again.
    if (other !== undefined && other !== id && this.parts.ledger.submissions.has(other)) submission.held = submission.held.copy();
    this.claims.set(id, 'message');
    givenBack.set(submission.held.message, id);
  }

  private unclaim({ id, request, replaces }: Party): Submission | undefined {
    this.endGivenBack(request.message, replaces);
    this.claims.delete(id);
    return this.parts.ledger.submissions.get(id);
  }

  /** Settles the submission by which a message was given back: a new one is in the ledger in its place, or somebody has the outcome. */
  private endGivenBack(message: FlowMessage, replaced: string | undefined): void {
    if (replaced === undefined) return;
    givenBack.delete(message);
    this.claims.delete(replaced);
    const submission = this.parts.ledger.submissions.get(replaced);
    if (submission) void this.settle(submission);
  }

  /** The message of a new job goes on. */
  private track(submission: Submission): void {
    const { id } = submission;
    // The nodes that get the object may change it.
    submission.held = submission.held.copy();
    this.claims.set(id, 'told');
    const over = (): void => {
      this.claims.delete(id);
      void this.settle(submission);
    };
    const comesBack = (): void => {
      this.claims.delete(id);
      this.inherited.add(id);
      this.offerWhereLeft(submission);
    };
    this.toWait.track({ job: '', messageId: id, by: 'submit' }, over, comesBack);
  }

  private unclaimed(of: (node: string) => boolean): Submission[] {
    return [...this.parts.ledger.submissions.values()].filter(({ id, node }) => !this.claims.has(id) && of(node));
  }

  private async settle({ id, fate }: Submission): Promise<void> {
    // A soil-wait node that has the message has settled it already.
    if (!this.parts.ledger.submissions.has(id)) return;
    await this.parts.journal.noteAnyway({ change: 'settled', id, ...(isUnknown(fate) && { unknown: true }) });
  }
}

/** Whether nobody knows what became of a request. */
function isUnknown(fate: Submission['fate']): boolean {
  return fate === 'open' || fate === 'unanswered';
}

/** Says what becomes of a submission whose node is no longer there. */
function droppedLine({ node, job, at, hash, fate }: Submission): string {
  const deleted = `The soil-submit node ${node} was deleted`;
  const request = `request of ${new Date(at).toISOString()}`;
  if (job) return `${deleted}: the message of its job ${job.id} does not go on. The job itself goes on at the service.`;
  if (fate === 'unsent') return `${deleted}: its ${request} is not sent.`;
  return `${deleted}. Its ${request} (${hash.slice(0, 16)}) got no answer: the job may or may not exist.`;
}

/** Says what is known of a request whose fate is unknown. */
function unknownError({ at, hash, kind, detail }: Submission): SoilError {
  return new SoilError(
    'SOIL_SUBMIT_UNKNOWN',
    `The request of ${new Date(at).toISOString()} for a job (${kind}, ${hash.slice(0, 16)}) was sent, or was about to be, ` +
      'and no answer named its job: it may or may not exist. It is not sent again by itself. ' +
      'Look at the service, and send the message again if the job is not there.',
    { detail },
  );
}
