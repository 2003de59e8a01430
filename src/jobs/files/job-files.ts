import { JobAtWork } from '../../errors/job-at-work';
import { reasonOf } from '../../errors/reason-of';
import { isSoilError } from '../../errors/soil-error';
import { singleLine } from '../../text/single-line';
import type { KeeperContext } from '../keeper-context';
import type { FileTask } from '../ledger/ledger';
import type { FlowMessage } from '../messages/flow-message';
import { FileTasks, type FileTasksParts } from './file-tasks';
import { ReadingTurns } from './reading-turns';

/** A message and what is to be done with it. */
export interface FileWork<Result> {
  /** Identifier of the `soil-download` node, or of the `soil-read` node. */
  node: string;
  /** Whether the file is read rather than downloaded. */
  reads?: true;
  message: FlowMessage;
  /** Aborted when the node closes: the work then goes on in the node's next life. */
  signal: AbortSignal;
  /**
   * Fetches the file, or reads it. Leaves the message as it is, except for a link that it reads again, and for the mark of a second time.
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
  /** Whether it comes from the disk, which has no links: the job has to be asked for its own. */
  fromDisk: boolean;
  /** Whether it may have gone out once already. */
  again: boolean;
}

type JobFilesParts = FileTasksParts & Pick<KeeperContext, 'flowGate' | 'toOthers'>;

/** Longest name of a job in the log: a message may name it by any text. */
const LONGEST_NAME = 200;

/** Gets a message whose work was broken off: the same object is to come in again. */
type TakeUp = (message: FlowMessage) => void;

/** A node that is there. */
interface Attached {
  takeUp: TakeUp;
  /** Whether it reads files rather than downloads them. */
  reads: boolean;
  /** For what its earlier life left to be read. */
  turns: ReadingTurns;
}

/** The messages whose files are being downloaded, or read: what a redeploy, a restart or a crash broke off is taken up by the node's next life. */
export class JobFiles {
  private readonly attached = new Map<string, Attached>();
  /** Those whose messages were given to their nodes and are about to come in. */
  private readonly aboutToComeIn = new Set<FileTask>();
  /** All messages that were ever given to a node. */
  private readonly given = new WeakMap<FlowMessage, FileTask>();
  /** Identifiers of those that a node works on. */
  private readonly underWay = new Set<string>();
  private readonly tasks: FileTasks;

  constructor(private readonly parts: JobFilesParts) {
    this.tasks = new FileTasks(parts);
  }

  /** Whether there are nodes that download. */
  get hasDownloaders(): boolean {
    return [...this.attached.values()].some(({ reads }) => !reads);
  }

  /** Whether there are messages of a node that it has not been given: those of an earlier life. */
  hasToGoOn(node: string): boolean {
    return this.tasks.find((task) => task.node === node && this.isIdle(task)).length > 0;
  }

  /**
   * A `soil-download` node came up, or one that `reads`: `takeUp` gets its messages whose work was broken off, present and future, each to be given to
   * {@link carryOut} again. The returned function detaches it; the messages stay.
   */
  attach(node: string, takeUp: TakeUp, reads = false): () => void {
    const { turns = new ReadingTurns() } = this.attached.get(node) ?? {};
    const attached: Attached = { takeUp, reads, turns };
    this.attached.set(node, attached);
    const idle = this.tasks.find((task) => task.node === node && this.isIdle(task));
    for (const task of idle) this.offer(task, takeUp);
    return () => {
      if (this.attached.get(node) !== attached) return;
      this.attached.delete(node);
      // Given to the node but never came in: something dropped it on the way, or the node was closed first. Its next life gets it again.
      for (const task of this.aboutToComeIn) if (task.node === node) this.aboutToComeIn.delete(task);
    };
  }

  /**
   * Downloads a message's file, or reads it, and hands the message over; until then the journal keeps it. The journal notes that the handover begins,
   * and afterwards that it is done: after a crash in between, the next life does it again, and says so.
   *
   * @throws what `fetch` throws; the signal's reason: then the message is kept for the node's next life
   */
  async carryOut<Result>(work: FileWork<Result>): Promise<void> {
    const { message, signal, handOver } = work;
    const given = this.given.get(message);
    // It comes late to a node that was closed: the next life has it, or gets it.
    if (given && this.tasks.has(given)) signal.throwIfAborted();
    const task = this.hold(work);
    const { id } = task;
    let result: Result;
    this.underWay.add(id);
    try {
      signal.throwIfAborted();
      try {
        result = await this.begin(work, task);
      } finally {
        // Its error, too, may find no Catch node.
        await this.parts.flowGate.whenOpen(signal);
      }
      signal.throwIfAborted();
      await this.tasks.noteLeaving(task);
      await this.parts.flowGate.whenOpen(signal);
      signal.throwIfAborted();
      this.tasks.leave(task);
    } catch (error) {
      this.underWay.delete(id);
      if (signal.aborted) {
        this.breakOff(task);
        throw signal.reason;
      }
      if (isSoilError(error, 'SOIL_LINK_EXPIRED') && !(error instanceof JobAtWork)) this.tasks.takeOutOfReuse(task);
      void this.tasks.end(task)?.();
      throw error;
    }
    this.underWay.delete(id);
    // Before it leaves: Node-RED can be set to deliver before `send` returns.
    this.trackDelivery(task, message._msgid);
    handOver(result);
  }

  /** Drops the work of nodes that are no longer there. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    const dropped = this.tasks.find(({ node }) => !exists(node));
    await Promise.all(dropped.map(async (task) => this.tasks.end(task)?.()));
    return dropped.map(({ node, job, reads }) => {
      const file = job === '' ? 'a file' : `the file of job ${singleLine(job, LONGEST_NAME)}`;
      const [type, done] = reads ? ['soil-read', 'read'] : ['soil-download', 'downloaded'];
      return `The ${type} node ${node} was deleted: ${file} is not ${done}, and its message does not go on.`;
    });
  }

  /** What is still on its way comes out again in the next life: no process has ended over that. */
  close(): void {
    for (const task of [...this.parts.ledger.leavingFiles.values()]) this.takeBack(task);
  }

  private isIdle(task: FileTask): boolean {
    return !this.underWay.has(task.id) && !this.aboutToComeIn.has(task);
  }

  private hold(work: Pick<FileWork<unknown>, 'node' | 'reads' | 'message'>): FileTask {
    const given = this.given.get(work.message);
    return given && this.aboutToComeIn.delete(given) ? given : this.tasks.add(work, work.message);
  }

  private async begin<Result>({ message, signal, fetch }: FileWork<Result>, task: FileTask): Promise<Result> {
    const { at, reads, held, delivering: again } = task;
    const work = (): Promise<Result> => fetch({ at, fromDisk: held.isFromDisk, again }, () => this.tasks.noteLeaving(task));
    if (!reads || this.given.get(message) !== task) return work();
    // A node that was detached since it was given the message has nothing else to read.
    const { turns = new ReadingTurns() } = this.attached.get(task.node) ?? {};
    return turns.hold({ signal }, async () => {
      await this.tasks.noteBeginning(task);
      return work();
    });
  }

  /** Its node was closed: it waits for the node's next life, which may be there already. */
  private breakOff(task: FileTask): void {
    this.tasks.noteBrokenOff(task);
    const attached = this.attached.get(task.node);
    if (attached && this.tasks.has(task)) this.offer(task, attached.takeUp);
  }

  private offer(task: FileTask, takeUp: TakeUp): void {
    const other = this.given.get(task.held.message);
    // One object that came twice is two messages: only by its object is it known which of them comes in again.
    if (other && other !== task && this.tasks.has(other)) task.held = task.held.copy();
    const { message } = task.held;
    this.aboutToComeIn.add(task);
    this.given.set(message, task);
    try {
      takeUp(message);
    } catch (error) {
      this.parts.log(`${task.reads ? 'A reading' : 'A download'} could not go on: ${reasonOf(error)}`);
    }
  }

  /** Its message leaves: the task is done, and the disk keeps it for a moment more. */
  private trackDelivery(task: FileTask, messageId: unknown): void {
    const writeEnd = this.tasks.end(task);
    if (!writeEnd) return;
    this.parts.toOthers.track({ job: task.job, messageId, by: task.reads ? 'read' : 'download' }, () => void writeEnd(), () => this.takeBack(task));
  }

  /** Its message was lost on its way. */
  private takeBack(task: FileTask): void {
    this.parts.ledger.takeFileBack(task);
    this.breakOff(task);
  }
}
