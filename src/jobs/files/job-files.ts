import { randomUUID } from 'node:crypto';
import { JobAtWork } from '../../errors/job-at-work';
import { reasonOf } from '../../errors/reason-of';
import { isSoilError, SoilError } from '../../errors/soil-error';
import { singleLine } from '../../text/single-line';
import type { KeeperContext } from '../keeper-context';
import type { FileTask } from '../ledger/ledger';
import type { FileTerms } from '../ledger/ledger-change';
import type { FlowMessage } from '../messages/flow-message';
import { HeldMessage } from '../messages/held-message';
import { SaidOnce } from '../messages/said-once';
import { linkIn, withoutQuery } from '../messages/signed-link';
import { LARGEST_MESSAGE_BYTES, storedMessage } from '../messages/stored-message';
import { jobNameIn, resultLink } from '../messages/told-job';
import { ReadingTurns } from './reading-turns';

/** A message and what is to be done with it. */
export interface FileWork<Result> {
  /** Identifier of the `soil-download` node, or of the `soil-read` node. */
  node: string;
  /** Whether the file is read, and not downloaded. */
  reads?: true;
  message: FlowMessage;
  /** Aborted when the node closes: the work then goes on in the node's next life. */
  signal: AbortSignal;
  /**
   * Fetches the file, or reads it. Leaves the message as it is, except for a link that it reads again.
   *
   * @param leaving to be awaited before anything goes out ahead of the message
   */
  fetch: (origin: FileOrigin, leaving: () => Promise<void>) => Promise<Result>;
  /** Puts the file into the message and sends it. */
  handOver: (result: Result) => void;
}

/** Where a message comes from. */
export interface FileOrigin {
  /** Wall time, ms: when it came to the node for the first time. */
  at: number;
  /** Whether it comes from the disk, where no link is: the job has to be asked for it. */
  fromDisk: boolean;
  /** Whether it may have gone out once already. */
  again: boolean;
}

type JobFilesParts = Pick<KeeperContext, 'ledger' | 'journal' | 'unstored' | 'clock' | 'log' | 'flowGate' | 'toOthers' | 'arrived'>;

/** Of a job, in the log: a message may name it by any text. */
const LONGEST_NAME = 200;

/** So many processes may end over the reading of one file. */
const MOST_PROCESSES = 3;

/** Gets a message whose work was broken off: it is to come in again, the same object. */
type TakeUp = (message: FlowMessage) => void;

/** A node that is there. */
interface Attached {
  takeUp: TakeUp;
  /** Whether it reads files, and does not download them. */
  reads: boolean;
  /** Of what its earlier life left to be read. */
  turns: ReadingTurns;
}

/**
 * The messages whose files are being downloaded, or read: each is in the journal until it has gone on or has failed, so that what a
 * redeploy, a restart or a crash broke off is taken up by the node's next life. A message that names no job cannot be stored, because its
 * link is on no disk: it lives as long as the process.
 */
export class JobFiles {
  private readonly attached = new Map<string, Attached>();
  /** Given to their nodes, and about to come in. */
  private readonly takenUp = new Map<FlowMessage, FileTask>();
  /** All that were given to a node once. */
  private readonly given = new WeakMap<FlowMessage, FileTask>();
  /** Identifiers of those that a node works on. */
  private readonly underWay = new Set<string>();
  private readonly said: SaidOnce;

  constructor(private readonly parts: JobFilesParts) {
    this.said = new SaidOnce(parts.log);
  }

  /** Whether there are nodes that download. */
  get hasDownloaders(): boolean {
    return [...this.attached.values()].some(({ reads }) => !reads);
  }

  /**
   * A `soil-download` node came up, or one that `reads`: from now on, `takeUp` has its messages whose work was broken off, those there are and those to
   * come, each to be given to {@link carryOut} again. The returned function detaches it; the messages stay.
   */
  attach(node: string, takeUp: TakeUp, reads = false): () => void {
    const { turns = new ReadingTurns() } = this.attached.get(node) ?? {};
    const attached: Attached = { takeUp, reads, turns };
    this.attached.set(node, attached);
    const takenUp = new Set(this.takenUp.values());
    const idle = this.find((task) => task.node === node && !this.underWay.has(task.id));
    for (const task of idle) if (!takenUp.has(task)) this.offer(task, takeUp);
    return () => {
      if (this.attached.get(node) !== attached) return;
      this.attached.delete(node);
      // Given to the node and not come in: something dropped it on the way, or the node was closed first. Its next life gets it again.
      for (const [message, task] of this.takenUp) if (task.node === node) this.takenUp.delete(message);
    };
  }

  /**
   * Downloads a message's file, or reads it, and hands the message over, with the message in the journal meanwhile. Before it is handed over it is noted
   * that this begins, and afterwards that it is done: a crash in between makes the next life do it again, and say so.
   *
   * @throws what `fetch` throws; the signal's reason: then the message is kept for the node's next life
   */
  async carryOut<Result>(work: FileWork<Result>): Promise<void> {
    const { message, signal, handOver } = work;
    const given = this.given.get(message);
    // Late for a node that was closed: the next life has it, or gets it.
    if (given && this.has(given)) signal.throwIfAborted();
    const task = this.hold(work);
    const { id } = task;
    const { _msgid: messageId } = message;
    this.underWay.add(id);
    try {
      signal.throwIfAborted();
      let result: Result;
      try {
        result = await this.begin(work, task);
      } finally {
        // Its error, too, may find no Catch node.
        await this.parts.flowGate.whenOpen(signal);
      }
      signal.throwIfAborted();
      await this.noteLeaving(id);
      await this.parts.flowGate.whenOpen(signal);
      signal.throwIfAborted();
      if (this.parts.ledger.files.has(id)) {
        // Another process has the message by now, and hands it over.
        if (this.parts.journal.sealedBy) throw this.parts.journal.sealedBy;
        // As it is now: the file is put into it, and the nodes that it comes to may change it.
        this.parts.ledger.leaveFile(task);
      }
      handOver(result);
    } catch (error) {
      this.underWay.delete(id);
      if (signal.aborted) {
        this.breakOff(task);
        throw signal.reason;
      }
      if (isSoilError(error, 'SOIL_LINK_EXPIRED') && !(error instanceof JobAtWork)) this.takeOutOfReuse(task);
      void this.end(task);
      throw error;
    }
    this.underWay.delete(id);
    this.trackDelivery(task, messageId);
  }

  /** Drops the work of nodes that are no longer there. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    const dropped = this.find(({ node }) => !exists(node));
    await Promise.all(dropped.map((task) => this.end(task)));
    return dropped.map(({ node, job, reads }) => {
      const file = job === '' ? 'a file' : `the file of job ${singleLine(job, LONGEST_NAME)}`;
      const [type, done] = reads ? ['soil-read', 'read'] : ['soil-download', 'downloaded'];
      return `The ${type} node ${node} was deleted: ${file} is not ${done}, and its message does not go on.`;
    });
  }

  /** Without this line, a message that goes out a second time after a crash does not say so: better than that it does not go out at all. */
  private async noteLeaving(id: string): Promise<void> {
    if (this.parts.ledger.files.get(id)?.delivering === false) await this.parts.journal.noteAnyway({ change: 'delivering', id });
  }

  private hold({ node, reads, message }: Pick<FileWork<unknown>, 'node' | 'reads' | 'message'>): FileTask {
    const takenUp = this.takenUp.get(message);
    this.takenUp.delete(message);
    if (takenUp) return takenUp;
    const terms = { id: randomUUID(), node, ...(reads && { reads }), job: jobNameIn(message), at: this.parts.clock.now() };
    return this.store(terms, message) ?? this.keepInMemory(terms, message);
  }

  /** Gives nothing where the message cannot be stored. Nobody waits for the disk here: the journal has the line before the handing over. */
  private store(terms: FileTerms, message: FlowMessage): FileTask | undefined {
    if (terms.job === '') return undefined;
    let stored;
    try {
      stored = storedMessage(message, LARGEST_MESSAGE_BYTES, linkIn(message.payload));
    } catch (error) {
      this.said.say(`${reasonOf(error)} The file is ${terms.reads ? 'read' : 'downloaded'}, but not after a restart of Node-RED.`);
      return undefined;
    }
    this.said.sayWhatIsLeft(terms.node, stored.left);
    void this.parts.journal.noteAnyway({ change: 'downloading', ...terms, message: stored.text });
    this.parts.arrived(terms.job, message);
    const task = this.parts.ledger.files.get(terms.id) as FileTask;
    task.held = HeldMessage.live(message, stored.left.length > 0 || hasLinkOfItsOwn(message) || (terms.reads === true && hasJobLink(message)));
    return task;
  }

  private keepInMemory(terms: FileTerms, message: FlowMessage): FileTask {
    const task = { ...terms, held: HeldMessage.live(message, true), delivering: false };
    this.parts.unstored.set(terms.id, task);
    return task;
  }

  private async begin<Result>({ message, signal, fetch }: FileWork<Result>, task: FileTask): Promise<Result> {
    const { id, at, reads, held, delivering: again } = task;
    const work = (): Promise<Result> => fetch({ at, fromDisk: held.isFromDisk, again }, () => this.noteLeaving(id));
    if (!reads || this.given.get(message) !== task) return work();
    // Let go of since it was given the message, it has nothing else to read.
    const { turns = new ReadingTurns() } = this.attached.get(task.node) ?? {};
    return turns.hold({ signal }, async () => {
      await this.noteBeginning(task);
      return work();
    });
  }

  /** A message that ends Node-RED whenever it is read, for lack of memory or by what the flow does with it, would do so at every start. */
  private async noteBeginning({ id, processes = 1 }: FileTask): Promise<void> {
    if (!this.parts.ledger.files.has(id)) return;
    if (processes >= MOST_PROCESSES) {
      throw new SoilError(
        'SOIL_CONFIG',
        `The file was not read again: ${processes} times, Node-RED has ended without a stop while it was read, or just after that. If its memory ran out, ` +
          'set "In batches of" in soil-read, or ask for less at once. Send the message to soil-read again to read it.',
      );
    }
    await this.parts.journal.append({ change: 'begun', id, processes: processes + 1 }).catch(() => undefined);
  }

  /** Its node was closed: it waits for the node's next life, which may be there already. */
  private breakOff(task: FileTask): void {
    if (task.reads && this.parts.ledger.files.has(task.id)) void this.parts.journal.noteAnyway({ change: 'begun', id: task.id, processes: 0 });
    const attached = this.attached.get(task.node);
    if (attached && this.has(task)) this.offer(task, attached.takeUp);
  }

  private offer(task: FileTask, takeUp: TakeUp): void {
    const other = this.given.get(task.held.message);
    // One object that came twice is two messages: what comes in again tells by the object which of them it is.
    if (other && other !== task && this.has(other)) task.held = task.held.copy();
    const { message } = task.held;
    this.takenUp.set(message, task);
    this.given.set(message, task);
    try {
      takeUp(message);
    } catch (error) {
      this.parts.log(`${task.reads ? 'A reading' : 'A download'} could not be taken up: ${reasonOf(error)}`);
    }
  }

  /** No link leads to the file of its job: were an identical request answered with that job, it would end in the same way for ever. */
  private takeOutOfReuse({ job }: FileTask): void {
    for (const hash of this.parts.ledger.jobs.hashesOf(job)) void this.parts.journal.noteAnyway({ change: 'gone', hash });
  }

  /** Its message has left: it is done, and the disk has it for a moment more. */
  private trackDelivery({ id, job }: FileTask, messageId: unknown): void {
    const writeEnd = this.settle(id);
    if (!writeEnd) return;
    this.parts.toOthers.track({ job, messageId }, () => {
      this.parts.ledger.leavingFiles.delete(id);
      void writeEnd();
    });
  }

  private async end({ id }: FileTask): Promise<void> {
    this.parts.ledger.leavingFiles.delete(id);
    await this.settle(id)?.();
  }

  /** Gives what writes it down, where it is on the disk. */
  private settle(id: string): (() => Promise<void>) | undefined {
    if (this.parts.unstored.delete(id) || !this.parts.ledger.files.has(id)) return undefined;
    return this.parts.journal.noteLater({ change: 'downloaded', id });
  }

  private has({ id }: FileTask): boolean {
    return this.parts.ledger.files.has(id) || this.parts.unstored.has(id);
  }

  private find(wanted: (task: FileTask) => boolean): FileTask[] {
    return [...this.parts.ledger.files.values(), ...this.parts.unstored.values()].filter(wanted);
  }
}

/** Whether the job's link has a query, without which the disk has it: who reads a file asks nobody for it. */
function hasJobLink(message: FlowMessage): boolean {
  const link = resultLink(message);
  return link !== undefined && withoutQuery(link) !== link;
}

/** Whether the payload is another link than the job's: nobody can be asked for it, and the disk has it without its query. */
function hasLinkOfItsOwn(message: FlowMessage): boolean {
  const link = linkIn(message.payload);
  return link !== undefined && withoutQuery(link) !== link && withoutQuery(link) !== withoutQuery(resultLink(message) ?? '');
}
