import { randomUUID } from 'node:crypto';
import { reasonOf } from '../../errors/reason-of';
import type { Job, JobAddress } from '../../service/job';
import { SetClock } from '../../time/set-clock';
import type { DeliveryTracker } from '../delivery/delivery-tracker';
import type { KeeperContext } from '../keeper-context';
import type { JobSummary } from '../ledger/job-summary';
import type { Wait } from '../ledger/ledger';
import { HeldMessage } from '../messages/held-message';
import { SaidOnce } from '../messages/said-once';
import { storedMessage } from '../messages/stored-message';
import { identified, marksOf } from '../messages/told-job';
import { JobPolls } from '../polls/job-polls';
import type { JobService } from '../polls/job-service';
import type { ActiveWait, Finding, JobWatch } from '../polls/job-watch';
import { LearnedPollPlan } from '../polls/learned-poll-plan';
import { waitCancelled, waitTimedOut } from '../polls/wait-errors';
import { ActiveWaits } from './active-waits';
import { waitSummary } from './job-list';
import { LastingTrouble } from './lasting-trouble';
import { StatusWords } from './status-words';
import type { WaitListener, WaitProgress } from './wait-listener';
import { WaitNodes } from './wait-nodes';
import { endedChange, type WaitOutcome } from './wait-outcome';
import { termsOf, type WaitRequest } from './wait-request';

interface JobWaitsParts extends Pick<KeeperContext, 'ledger' | 'journal' | 'clock' | 'random' | 'log' | 'flowGate' | 'toOthers' | 'arrived'> {
  /** Messages of completed jobs on their way to soil-download nodes, if there are any. */
  toDownload: () => DeliveryTracker | undefined;
  /** Gives the submission that a message came from, as {@link SubmissionOutcomes.arriveAtWait} does. */
  submissionOf: (service: string, job: string, messageId: string | undefined) => string | undefined;
}

/** The messages that wait for jobs: hands each one over when its job has ended, its time is over, or a person stops it. */
export class JobWaits {
  private readonly nodes: WaitNodes;
  private readonly active: ActiveWaits;
  private readonly polls: JobPolls;
  private readonly words = new StatusWords();
  private readonly said: SaidOnce;
  private readonly trouble: LastingTrouble;
  private readonly setClock: SetClock;

  constructor(private readonly parts: JobWaitsParts) {
    this.nodes = new WaitNodes(parts.log);
    this.active = new ActiveWaits(parts.clock);
    this.said = new SaidOnce(parts.log);
    this.trouble = new LastingTrouble(parts);
    this.setClock = new SetClock(parts.clock);
    this.polls = new JobPolls({
      clock: parts.clock,
      random: parts.random,
      learned: new LearnedPollPlan(parts.ledger.durations),
      serviceFor: (watch) => this.nodes.serviceFor(watch),
      deadline: (watch) => this.nodes.deadline(watch),
      delayed: ({ waits }, delay) => waits.forEach(({ wait }) => this.nodes.tell(wait.node, (listener) => listener.delayed(delay))),
      follow: (watch, address, finding) => this.follow(watch, address, finding),
      failed: ({ address }, error) =>
        parts.log(`The result of a poll of job ${address.id} could not be passed on (${reasonOf(error)}). The message of the job comes out after the next start of Node-RED.`),
    });
    for (const wait of parts.ledger.waits.values()) this.takeUp(wait);
  }

  /**
   * Makes a message wait for a job. Resolves once that is on the disk; the rest goes to the node's listener.
   *
   * A wait ends when the job is completed or failed, when the service refuses to know it, when its time is over, or when it is cancelled.
   * It does not end because the service is down, answers rubbish or refuses the credentials: it goes on trying, and its listener is told.
   *
   * @throws SoilError `SOIL_STORAGE` if the message cannot be stored, `SOIL_CONFIG` for a time that is none
   */
  async accept(request: WaitRequest): Promise<void> {
    const terms = termsOf(request, randomUUID(), this.parts.clock.now());
    const { text, left } = storedMessage(request.message);
    const submission = this.parts.submissionOf(terms.service, terms.job, identified(request.message).messageId);
    await this.parts.journal.append({ change: 'accepted', ...terms, message: text, submission });
    this.parts.arrived(terms.job, request.message);
    this.said.sayWhatIsLeft(request.node, left);
    const wait = this.parts.ledger.waits.get(terms.id) as Wait;
    wait.held = HeldMessage.live(request.message, left.length > 0);
    const { watch, from } = this.active.add(wait, 0);
    this.polls.join(watch, request.job.result ? 0 : this.polls.gap(watch), from + wait.timeoutMs);
  }

  /** A `soil-wait` node came up: its waits go on, and `listener` has the news of them. The returned function detaches it; the waits stay. */
  attach(node: string, service: JobService, listener: WaitListener): () => void {
    const detach = this.nodes.attach(node, service, listener);
    for (const watch of watchesOf(this.active.ofNode(node))) this.polls.resume(watch);
    return detach;
  }

  /** How many messages wait in a node. */
  count(node: string): number {
    return this.active.count(node);
  }

  /** Ends the waits of a node for one job, or for all, with `SOIL_CANCELLED`. The jobs go on at the service. Gives how many there were. */
  async cancel(node: string, jobId?: string): Promise<number> {
    return this.cancelAll(this.active.ofNode(node).filter(({ wait }) => jobId === undefined || wait.job === jobId));
  }

  /** Ends one wait, as {@link cancel} does, even if its node is away: its message then goes nowhere. Gives whether there was one. */
  async stop(waitId: string): Promise<boolean> {
    return (await this.cancelAll(this.active.find((wait) => wait.id === waitId))) > 0;
  }

  /** Reads a job's status now instead of at its planned time. Gives whether anyone waits for it. */
  pollNow(jobId: string): boolean {
    const found = this.active.find((wait) => wait.job === jobId);
    for (const watch of watchesOf(found)) this.polls.planAfter(watch, 0);
    return found.length > 0;
  }

  waitsFor(jobId: string): boolean {
    return this.active.find((wait) => wait.job === jobId).length > 0;
  }

  /** Drops the waits of nodes that are no longer there. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    const dropped = this.active.find(({ node }) => !exists(node));
    for (const active of dropped) this.remove(active);
    await Promise.all(dropped.map(({ wait }) => this.parts.journal.noteAnyway({ change: 'dropped', id: wait.id })));
    return dropped.map(
      ({ wait: { node, job } }) =>
        `The soil-wait node ${node} was deleted: nobody waits for job ${job} any more. The job itself goes on at the service.`,
    );
  }

  summaries(): JobSummary[] {
    return this.active.find(() => true).map((active) => waitSummary(active, this.nodes.has(active.wait.node), this.parts.clock));
  }

  close(): void {
    this.polls.close();
    this.redateWaits();
  }

  private takeUp(wait: Wait): ActiveWait {
    return this.active.add(wait, Math.max(0, this.parts.clock.now() - wait.at));
  }

  /** Its message was lost on its way: the job's status is read again, and it goes out as after a crash. */
  private takeBack(wait: Wait): void {
    this.parts.ledger.takeBack(wait);
    const { watch, from } = this.takeUp(wait);
    this.polls.join(watch, 0, from + wait.timeoutMs);
  }

  private remove(active: ActiveWait): void {
    this.active.remove(active);
    if (active.watch.waits.length === 0) this.polls.drop(active.watch);
  }

  private async follow(watch: JobWatch, address: JobAddress, finding: Finding): Promise<void> {
    this.redateWaits();
    const waits = [...watch.waits];
    const asked = this.nodes.serviceFor(watch)?.identity ?? watch.of.service;
    if (finding.found === 'trouble') this.trouble.failed(watch.of, asked, finding.error);
    else this.trouble.succeeded(watch.of, asked);
    if (finding.found === 'completed') {
      await this.endAll(waits, () => ({ state: 'completed', job: finding.job }));
    } else if (finding.found === 'failed') {
      await this.endAll(waits, () => ({ state: 'failed', job: finding.job, error: finding.error }));
    } else {
      const now = this.parts.clock.monotonic();
      const late = waits.filter(({ from, wait }) => now >= from + wait.timeoutMs);
      const { status, trouble } = watch;
      await this.endAll(late, ({ wait }) => ({
        state: 'timeout',
        job: watch.job(address),
        error: waitTimedOut(wait.job, wait.timeoutMs, status, trouble),
      }));
    }
    // What is left: waits that came while messages were handed over, or whose node is away. If all nodes are away, the first to come back goes on without a
    // pause. A poll that was wanted meanwhile gives its own news.
    if (watch.polling || !this.nodes.serviceFor(watch)) return;
    const next = this.polls.planNext(watch, finding.found === 'trouble' ? finding.error : undefined);
    // A completed job without its link is read again, too, but its word is known.
    if (finding.found === 'again' && watch.linkless === 0 && this.words.isNew(watch.status)) {
      this.parts.log(`Job ${address.id} has the status "${watch.status}", which is not known here: the job is taken to be running.`);
    }
    for (const active of watch.waits) this.tellProgress(active, finding, next);
  }

  /** The next life can count only by the wall clock: if that was set, each wait is redated so that it has lasted as long by it. */
  private redateWaits(): void {
    if (!this.setClock.wasSet()) return;
    const { clock } = this.parts;
    for (const { wait, from } of this.active.find(() => true)) {
      const at = Math.round(clock.now() - (clock.monotonic() - from));
      void this.parts.journal.noteAnyway({ change: 'redated', id: wait.id, at });
    }
  }

  private tellProgress(active: ActiveWait, finding: Finding, next: number): void {
    const { wait, ending } = active;
    if (ending) return;
    this.nodes.tell(wait.node, (listener) => {
      if (finding.found === 'trouble') listener.troubled(finding.error, next);
      if (finding.found !== 'again') return;
      const { message } = wait.held;
      listener.poll(this.progress(active, next), message, { ...finding.job, ...marksOf(message) });
    });
  }

  private progress({ wait, watch: { status, description, polls }, from }: ActiveWait, next: number): WaitProgress {
    const elapsed = (this.parts.clock.monotonic() - from) / 1000;
    return { id: wait.job, status, description, polls, elapsed: roundedToMilliseconds(elapsed), next: roundedToMilliseconds(next) };
  }

  private async cancelAll(waits: ActiveWait[]): Promise<number> {
    const open = waits.filter((active) => !active.ending);
    await this.endAll(open, ({ wait, watch }) => ({ state: 'cancelled', job: watch.job(watch.address), error: waitCancelled(wait.job) }));
    // Another process has these waits by now.
    if (this.parts.journal.sealedBy) throw this.parts.journal.sealedBy;
    return open.length;
  }

  private async endAll(waits: ActiveWait[], outcome: (active: ActiveWait) => WaitOutcome): Promise<void> {
    await Promise.all(waits.map((active) => this.end(active, outcome(active))));
  }

  /**
   * Hands a message over: notes that this begins, gives the message to the listener, then notes that it is done. After a crash in between,
   * the next life does it again (`job.redelivered`): losing a message would be worse than repeating it. The same holds when the disk is full.
   */
  private async end(active: ActiveWait, outcome: WaitOutcome): Promise<void> {
    const { flowGate, journal, ledger } = this.parts;
    const { wait } = active;
    // Whoever stops a wait need not wait for a deploy.
    const isStopped = outcome.state === 'cancelled';
    const held = isStopped ? undefined : flowGate.whenOpen();
    if (held) await held;
    if (active.ending) return;
    active.ending = true;
    // Without this line, a message that goes out again after a crash does not say so: better than not going out at all.
    await journal.noteAnyway({ change: 'delivering', id: wait.id });
    if (!isStopped) await flowGate.whenOpen();
    // If its node is away, the message waits for it to come back, unless a person stopped it. If another process has the journal, that one hands it over.
    if (!ledger.waits.has(wait.id) || (!isStopped && !this.nodes.has(wait.node)) || journal.sealedBy) {
      active.ending = false;
      return;
    }
    const writeEnd = this.handOver(active, outcome, isStopped);
    // Whoever stopped a wait must not find it going on after a crash.
    if (isStopped) await writeEnd();
  }

  /** In one turn, so that nothing comes between its leaving and its tracking. Gives the function that writes down that it has left. */
  private handOver(active: ActiveWait, outcome: WaitOutcome, isStopped: boolean): () => Promise<void> {
    const { ledger, journal, clock, toDownload, toOthers } = this.parts;
    const { wait, again } = active;
    const { message } = wait.held;
    const job: Job = { ...outcome.job, ...marksOf(message), ...(again && { redelivered: true }) };
    const ended = endedChange(active, { ...outcome, job }, clock);
    if (!isStopped) ledger.leave(wait);
    this.remove(active);
    const writeEnd = journal.noteLater(ended);
    if (!isStopped) {
      const tracker = (outcome.state === 'completed' && toDownload()) || toOthers;
      const over = (): void => {
        ledger.leaving.delete(wait.id);
        void writeEnd();
      };
      tracker.track({ job: wait.job, messageId: message._msgid, by: 'wait' }, over, () => this.takeBack(wait));
      // A poll ended the wait, unless the job's status could not be read.
      if (!active.watch.trouble) this.nodes.tell(wait.node, (listener) => listener.lastPoll(this.progress(active, 0), message, job));
    }
    this.nodes.tell(wait.node, (listener) => (outcome.state === 'completed' ? listener.completed(message, job) : listener.failed(message, outcome.error, job)));
    return writeEnd;
  }
}

/** Each once: planning the polls of a job looks at all that wait for it. */
function watchesOf(waits: readonly ActiveWait[]): Set<JobWatch> {
  return new Set(waits.map(({ watch }) => watch));
}

/** Seconds with three decimals: flows show them as they come. */
function roundedToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
