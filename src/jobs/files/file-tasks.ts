import { randomUUID } from 'node:crypto';
import { reasonOf } from '../../errors/reason-of';
import { SoilError } from '../../errors/soil-error';
import { withoutQuery } from '../../text/without-query';
import type { KeeperContext } from '../keeper-context';
import type { FileTask } from '../ledger/ledger';
import type { FileTerms } from '../ledger/ledger-change';
import type { FlowMessage } from '../messages/flow-message';
import { HeldMessage } from '../messages/held-message';
import { SaidOnce } from '../messages/said-once';
import { linkIn } from '../messages/signed-link';
import { LARGEST_MESSAGE_BYTES, storedMessage } from '../messages/stored-message';
import { jobNameIn, resultLink } from '../messages/told-job';

/** What {@link FileTasks} shares with the rest of its keeper. */
export type FileTasksParts = Pick<KeeperContext, 'ledger' | 'journal' | 'unstored' | 'clock' | 'log' | 'arrived'>;

/** How many processes may end while they read one file. */
const MOST_PROCESSES = 3;

/**
 * The messages whose files are under way, and what the journal has of each until it has gone on or has failed. A message that names no job cannot be
 * stored, because no link goes to the disk: it lives as long as the process.
 */
export class FileTasks {
  private readonly said: SaidOnce;

  constructor(private readonly parts: FileTasksParts) {
    this.said = new SaidOnce(parts.log);
  }

  /** A message comes in. Nobody waits for the disk here: the journal has the line before the message is handed over. */
  add({ node, reads }: Pick<FileTerms, 'node' | 'reads'>, message: FlowMessage): FileTask {
    const terms = { id: randomUUID(), node, ...(reads && { reads }), job: jobNameIn(message), at: this.parts.clock.now() };
    return this.store(terms, message) ?? this.keepInMemory(terms, message);
  }

  has({ id }: FileTask): boolean {
    return this.parts.ledger.files.has(id) || this.parts.unstored.has(id);
  }

  find(wanted: (task: FileTask) => boolean): FileTask[] {
    return [...this.parts.ledger.files.values(), ...this.parts.unstored.values()].filter(wanted);
  }

  /** A file whose reading ends Node-RED, for lack of memory or by what the flow does with it, would do so at every start. */
  async noteBeginning({ id, processes = 1 }: FileTask): Promise<void> {
    if (!this.parts.ledger.files.has(id)) return;
    if (processes >= MOST_PROCESSES) {
      throw new SoilError(
        'SOIL_CONFIG',
        `The file was not read again: ${processes} times, Node-RED ended without a proper stop while it was being read, or just after. If it ran out of memory, ` +
          'set "In batches of" in soil-read, or ask for less at once. Send the message to soil-read again to read it.',
      );
    }
    // A file is read even if the disk is full: should this process end over it, that goes uncounted.
    await this.parts.journal.append({ change: 'begun', id, processes: processes + 1 }).catch(() => undefined);
  }

  /** An orderly end of the work: no process has ended over it. */
  noteBrokenOff({ id, reads }: FileTask): void {
    if (reads && this.parts.ledger.files.has(id)) void this.parts.journal.noteAnyway({ change: 'begun', id, processes: 0 });
  }

  /** Without this line, a message that goes out again after a crash does not say so: better than not going out at all. */
  async noteLeaving({ id }: FileTask): Promise<void> {
    if (this.parts.ledger.files.get(id)?.delivering === false) await this.parts.journal.noteAnyway({ change: 'delivering', id });
  }

  /**
   * Its message goes out, and is kept as it is now: the file is put into it, and the nodes that it comes to may change it.
   *
   * @throws SoilError `SOIL_STORAGE` if another process has the message by now, and hands it over
   */
  leave(task: FileTask): void {
    const { ledger, journal } = this.parts;
    if (!ledger.files.has(task.id)) return;
    if (journal.sealedBy) throw journal.sealedBy;
    ledger.leaveFile(task);
  }

  /** Nothing is left to do. For a task on the disk, gives the function that writes that down: until it is called, a crash brings the task back. */
  end({ id }: FileTask): (() => Promise<void>) | undefined {
    const { ledger, journal, unstored } = this.parts;
    if (unstored.delete(id) || !ledger.files.has(id)) return undefined;
    const writeEnd = journal.noteLater({ change: 'downloaded', id });
    return () => {
      ledger.leavingFiles.delete(id);
      return writeEnd();
    };
  }

  /** No link leads to the file of its job: identical requests answered with that job would end in the same way for ever. */
  takeOutOfReuse({ job }: FileTask): void {
    for (const hash of this.parts.ledger.jobs.hashesOf(job)) void this.parts.journal.noteAnyway({ change: 'gone', hash });
  }

  /** Gives nothing if the message cannot be stored. */
  private store(terms: FileTerms, message: FlowMessage): FileTask | undefined {
    if (terms.job === '') return undefined;
    let stored;
    try {
      stored = storedMessage(message, LARGEST_MESSAGE_BYTES, linkIn(message.payload));
    } catch (error) {
      this.said.say(`${reasonOf(error)} The file is ${terms.reads ? 'read' : 'downloaded'} all the same, but this does not go on after a restart of Node-RED.`);
      return undefined;
    }
    this.said.sayWhatIsLeft(terms.node, stored.left);
    void this.parts.journal.noteAnyway({ change: 'downloading', ...terms, message: stored.text });
    this.parts.arrived(terms.job, message, terms.reads ? 'download' : 'wait');
    const task = this.parts.ledger.files.get(terms.id) as FileTask;
    task.held = HeldMessage.live(message, stored.left.length > 0 || hasLinkOfItsOwn(message) || (terms.reads === true && hasJobLink(message)));
    return task;
  }

  private keepInMemory(terms: FileTerms, message: FlowMessage): FileTask {
    const task = { ...terms, held: HeldMessage.live(message, true), delivering: false };
    this.parts.unstored.set(terms.id, task);
    return task;
  }
}

/** Whether the job's link has a query: the disk has the link without it, and whoever reads a file asks nobody for it. */
function hasJobLink(message: FlowMessage): boolean {
  const link = resultLink(message);
  return link !== undefined && withoutQuery(link) !== link;
}

/** Whether the payload is a link with a query, and not the job's: nobody can be asked for it, and the disk has it without its query. */
function hasLinkOfItsOwn(message: FlowMessage): boolean {
  const link = linkIn(message.payload);
  return link !== undefined && withoutQuery(link) !== link && withoutQuery(link) !== withoutQuery(resultLink(message) ?? '');
}
