import { getOrInsert } from '../../maps/get-or-insert';
import type { JournaledState } from '../journal/journal';
import { HeldMessage, named } from '../messages/held-message';
import { CreatedSubmissions } from './created-submissions';
import type { JobSummary } from './job-summary';
import { KnownJobs } from './known-jobs';
import type { FileTerms, Intent, LedgerChange, WaitTerms } from './ledger-change';
import { PastDurations, sortOf } from './past-durations';

/** A request from the moment before it is sent until its outcome is somebody else's. */
export interface Submission extends Intent {
  held: HeldMessage;
  messageId?: string;
  /** The one whose place it took: a journal rewritten at that moment may have both. */
  replaces?: string;
  /** `unsent`: not sent yet, or certainly not taken. `open`: about to be sent, or sent. `unanswered`: sent, and no answer named the job. `created`: there is a job. */
  fate: 'unsent' | 'open' | 'unanswered' | 'created';
  job?: { id: string; url: string; at: number };
  detail?: string;
}

/** A message that waits for a job. */
export interface Wait extends WaitTerms {
  held: HeldMessage;
  /** Whether its message is being handed over. */
  delivering: boolean;
  /** Monotonic time from which its elapsed time counts, ms: for this process only, on no disk. */
  from: number | undefined;
}

/** A message whose file is being downloaded, or read. */
export interface FileTask extends FileTerms {
  held: HeldMessage;
  /** Whether it is being handed over. */
  delivering: boolean;
}

const MOST_PAST = 200;

/** What must not be lost: every request and every file under way, and every message that waits, as built by the changes in the journal. */
export class Ledger implements JournaledState<LedgerChange> {
  readonly submissions = new Map<string, Submission>();
  readonly waits = new Map<string, Wait>();
  /** Waits that have ended, with their messages on their way to the next node: a rewritten journal still has them. */
  readonly leaving = new Map<string, Wait>();
  /** Files that are done, likewise. */
  readonly leavingFiles = new Map<string, FileTask>();
  readonly files = new Map<string, FileTask>();
  readonly jobs = new KnownJobs();
  /** Ended waits and unanswered requests, the oldest first. */
  readonly past = new Map<string, JobSummary>();
  readonly durations = new PastDurations();
  readonly created = new CreatedSubmissions();
  /** Texts that thousands of entries share are kept once. */
  private readonly texts = new Map<string, string>();

  apply(change: LedgerChange): void {
    switch (change.change) {
      case 'intended': {
        const { change: _, message, sent, ...submission } = change;
        if (submission.replaces !== undefined) this.settle({ change: 'settled', id: submission.replaces });
        if (this.submissions.has(change.id)) return;
        const [node, service] = [this.shared(change.node), this.shared(change.service)];
        this.submissions.set(change.id, Object.assign(submission, { node, service, held: HeldMessage.stored(message), fate: sent ? 'open' : 'unsent' } as const));
        return;
      }
      case 'sending':
        return this.turn(change.id, 'unsent', { fate: 'open' });
      case 'created':
        return this.create(change);
      case 'unanswered':
        return this.turn(change.id, 'open', { fate: 'unanswered', detail: change.detail });
      case 'unsent':
        return this.turn(change.id, 'open', { fate: 'unsent' });
      case 'settled':
        return this.settle(change);
      case 'known': {
        this.jobs.add({ ...change, node: this.shared(change.node), service: this.shared(change.service) });
        return;
      }
      case 'gone':
        return this.jobs.remove(change.hash);
      case 'accepted':
        return this.accept(change);
      case 'redated': {
        const wait = this.waits.get(change.id);
        if (wait) wait.at = change.at;
        return;
      }
      case 'delivering': {
        const holder = this.waits.get(change.id) ?? this.files.get(change.id);
        if (holder) holder.delivering = true;
        return;
      }
      case 'ended':
        return this.end(change);
      case 'dropped':
        this.waits.delete(change.id);
        return;
      case 'downloading': {
        const { change: _, message, ...terms } = change;
        if (this.files.has(terms.id)) return;
        this.files.set(terms.id, Object.assign(terms, { node: this.shared(terms.node), held: HeldMessage.stored(message), delivering: false }));
        return;
      }
      case 'begun': {
        const reading = this.files.get(change.id);
        if (reading) reading.processes = change.processes;
        return;
      }
      case 'downloaded':
        this.files.delete(change.id);
        return;
      case 'past':
        return this.remember(change.summary);
      case 'forgotten':
        this.jobs.forget(change.job);
        for (const [id, summary] of this.past) if ((summary.job || id) === change.job) this.past.delete(id);
        return;
      case 'durations':
        return this.durations.replace(change.sort, change.took);
    }
  }

  /** What is leaving comes after the rest of its kind, lest what leaves meanwhile be missed. */
  *snapshot(): Generator<LedgerChange> {
    yield* waitsAsChanges(this.waits);
    // Copies: what is taken back meanwhile moves from these maps to those above, which have been passed.
    yield* waitsAsChanges(new Map(this.leaving));
    for (const { held, fate, job, detail, ...submission } of this.submissions.values()) {
      yield { change: 'intended', ...submission, message: held.text(), ...(fate !== 'unsent' && { sent: true }) };
      if (fate === 'unanswered') yield { change: 'unanswered', id: submission.id, detail: detail ?? '' };
      if (!job) continue;
      yield { change: 'created', id: submission.id, job: job.id, url: job.url, at: job.at };
      yield { change: 'gone', hash: submission.hash };
    }
    yield* filesAsChanges(this.files);
    yield* filesAsChanges(new Map(this.leavingFiles));
    for (const known of this.jobs) yield { ...known, change: 'known' };
    for (const summary of this.past.values()) if (!this.leaving.has(summary.wait)) yield { change: 'past', summary };
    for (const [sort, took] of this.durations) yield { change: 'durations', sort, took };
  }

  /** A wait has ended, and its message leaves. It is kept as it is now, since the nodes that it comes to may change it. */
  leave(wait: Wait): void {
    wait.held = HeldMessage.stored(wait.held.text());
    this.leaving.set(wait.id, wait);
  }

  /** The same for a file that is done. */
  leaveFile(task: FileTask): void {
    task.held = HeldMessage.stored(task.held.textWithoutLink());
    this.leavingFiles.set(task.id, task);
  }

  /** It was lost on its way: it waits again. */
  takeBack(wait: Wait): void {
    this.leaving.delete(wait.id);
    this.past.delete(wait.id);
    this.waits.set(wait.id, wait);
  }

  /** It was lost on its way: it is to be downloaded, or read, again. */
  takeFileBack(task: FileTask): void {
    this.leavingFiles.delete(task.id);
    this.files.set(task.id, task);
  }

  /** Gives a submission another fate, unless it has left the one before. */
  private turn(id: string, from: Submission['fate'], to: Pick<Submission, 'fate' | 'detail'>): void {
    const submission = this.submissions.get(id);
    if (submission?.fate === from) Object.assign(submission, to);
  }

  private create({ id, job, url, at }: Extract<LedgerChange, { change: 'created' }>): void {
    const submission = this.submissions.get(id);
    if (!submission) return;
    this.created.remove(submission);
    submission.fate = 'created';
    submission.job = { id: job, url, at };
    delete submission.detail;
    this.created.add(submission);
    const { hash, service, kind, node } = submission;
    if (this.jobs.ofRequest(hash)?.job !== job) this.jobs.add({ hash, service, kind, node, ...named(submission.held), job, url, at });
  }

  private settle({ id, unknown }: Extract<LedgerChange, { change: 'settled' }>): void {
    const submission = this.submissions.get(id);
    if (!submission) return;
    this.submissions.delete(id);
    this.created.remove(submission);
    if (!unknown) return;
    const { node, at, detail } = submission;
    this.remember({
      wait: id,
      job: '',
      ...named(submission.held),
      node,
      state: 'unknown',
      status: '',
      description: detail ?? '',
      acceptedAt: new Date(at).toISOString(),
      age: 0,
      polls: 0,
      error: { code: 'SOIL_SUBMIT_UNKNOWN', message: 'The request was sent, and no answer named its job: it may or may not exist.' },
    });
  }

  private accept(change: Extract<LedgerChange, { change: 'accepted' }>): void {
    if (this.waits.has(change.id) || this.past.has(change.id)) return;
    const shared = { ...change, node: this.shared(change.node), service: this.shared(change.service) };
    this.waits.set(change.id, waitOf(shared, HeldMessage.stored(change.message)));
    // The message of the submission has arrived here: it must not go on a second time.
    if (change.submission !== undefined) this.settle({ change: 'settled', id: change.submission });
  }

  private end({ id, at, state, status, description, polls, tookMs, error }: Extract<LedgerChange, { change: 'ended' }>): void {
    const wait = this.waits.get(id);
    if (!wait) return;
    this.waits.delete(id);
    if (tookMs !== undefined) this.durations.add(sortOf(wait), tookMs);
    for (const known of this.jobs.ofJob(wait.service, wait.job)) {
      if (state === 'completed') this.jobs.add({ ...known, completed: true });
      if (state === 'failed') this.jobs.remove(known.hash);
    }
    const age = Math.max(0, (at - wait.at) / 1000);
    this.remember(Object.assign(listed(wait), { state, status, description, age, polls, endedAt: new Date(at).toISOString() }, error && { error }));
  }

  private remember(summary: JobSummary): void {
    this.past.set(summary.wait, summary);
    const [oldest] = this.past.keys();
    if (this.past.size > MOST_PAST) this.past.delete(oldest as string);
  }

  private shared(text: string): string {
    return getOrInsert(this.texts, text, () => text);
  }
}

/** Each field by its name: ten thousand objects made by spreading take half as much memory again. */
function waitOf(terms: WaitTerms, held: HeldMessage): Wait {
  const { id, node, service, kind, job, url, submittedAt, at, timeoutMs, firstPollMs, maxPollMs, hectares } = terms;
  return { id, node, service, kind, job, url, submittedAt, at, timeoutMs, firstPollMs, maxPollMs, hectares, held, delivering: false, from: undefined };
}

/** What the list of jobs has of a wait, whatever its state. */
export function listed({ id, job, held, node, at, hectares }: Wait): Pick<JobSummary, 'wait' | 'job' | 'name' | 'node' | 'acceptedAt' | 'hectares'> {
  return { wait: id, job, ...named(held), node, acceptedAt: new Date(at).toISOString(), ...(hectares !== undefined && { hectares }) };
}

function* waitsAsChanges(waits: ReadonlyMap<string, Wait>): Generator<LedgerChange> {
  for (const { held, delivering, from: _, ...terms } of waits.values()) {
    yield { change: 'accepted', ...terms, message: held.text() };
    if (delivering) yield { change: 'delivering', id: terms.id };
  }
}

function* filesAsChanges(files: ReadonlyMap<string, FileTask>): Generator<LedgerChange> {
  for (const { held, delivering, ...terms } of files.values()) {
    yield { change: 'downloading', ...terms, message: held.textWithoutLink() };
    if (delivering) yield { change: 'delivering', id: terms.id };
  }
}
