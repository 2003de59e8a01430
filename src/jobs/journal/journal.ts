import { setImmediate as nextTurn } from 'node:timers/promises';
import { SoilError } from '../../errors/soil-error';
import { storageError } from '../../errors/storage-error';
import { counted } from '../../text/counted';
import type { Clock } from '../../time/clock';
import type { FileSystem } from './file-system';
import { encodeLine } from './journal-line';
import { loadJournal } from './journal-loading';
import { JournalOnDisk } from './journal-on-disk';
import { WriteRetry } from './write-retry';

/** What a journal records. Both functions use the same records: applying a snapshot to a new state gives the same state again. */
export interface JournaledState<Change> {
  /** Takes in one change. Applying a change twice is the same as applying it once. Unknown changes are ignored. */
  apply(change: Change): void;
  /** The state as changes, each part of it once. */
  snapshot(): Iterable<Change>;
}

interface JournalParts {
  fileSystem: FileSystem;
  clock: Clock;
  log: (line: string) => void;
  /** Awaited before the file is replaced: throws a SoilError if it belongs to another process by now. */
  confirm: () => Promise<void>;
  /** As {@link JournalOnDisk} takes it. */
  slackBytes?: number;
}

const CLOSED = 'The job journal is closed, because Node-RED is stopping or deploying. Send the message again.';
const BATCH_CHARACTERS = 4 * 1024 * 1024;

interface Entry<Change> {
  change: Change;
  line: string;
  /** Whether the change has been applied already, because it has happened whatever the disk says. */
  happened: boolean;
  resolve: () => void;
  reject: (error: SoilError) => void;
}

/**
 * A state that survives a kill at any moment: every change is a line at the end of a file, and on the disk before anybody relies on it.
 *
 * Changes that arrive together share one write and one fdatasync(2). When the file has outgrown the state, the state is written to a new
 * file, which replaces the old one (write, fsync, rename, fsync of the directory): at any moment there is one whole file. After a
 * failed fsync nobody knows what is on the disk, so the file is written anew before anything else is promised.
 */
export class Journal<Change> {
  private queue: Entry<Change>[] = [];
  /** Changes that have happened but did not reach the disk. */
  private owed: Entry<Change>[] = [];
  private readonly file: JournalOnDisk;
  private writing: Promise<void> | undefined;
  /** Why no change is taken any more. */
  private closed: SoilError | undefined;
  /** Why nothing may be written any more, either. */
  private sealed: SoilError | undefined;
  /** Whether the file has been deleted since it was opened: what is written to it is lost. */
  private isDeleted = false;
  private readonly retry: WriteRetry;

  private constructor(
    private readonly path: string,
    private readonly state: JournaledState<Change>,
    private readonly parts: JournalParts,
  ) {
    this.file = new JournalOnDisk(path, parts.fileSystem, parts.slackBytes);
    this.retry = new WriteRetry(parts, () => this.write());
  }

  /**
   * Opens a journal, or begins one, and brings `state` up to date with it. A torn end (a write that a crash cut short) is dropped; damaged
   * lines in the middle are set aside in a file of their own, and the rest is kept; the log reports both.
   *
   * @throws SoilError `SOIL_STORAGE` if the file cannot be read or written, or was written by a later version of this package
   */
  static async open<Change>(file: string, state: JournaledState<Change>, parts: JournalParts): Promise<Journal<Change>> {
    const journal = new Journal(file, state, parts);
    try {
      const { bytes, isWhole } = await loadJournal<Change>(file, (change) => state.apply(change), parts);
      await (isWhole ? journal.file.open(bytes) : journal.rewrite());
    } catch (error) {
      throw storageError(error, 'open the job journal', file, false);
    }
    return journal;
  }

  /**
   * Makes a change. Resolves when it is on the disk and applied.
   *
   * @throws SoilError `SOIL_STORAGE` if it cannot be written: then it has not been made.
   */
  append(change: Change): Promise<void> {
    return this.enqueue(change, false);
  }

  /**
   * Notes a change that has already happened, and applies it at once. Resolves when it is on the disk.
   *
   * @throws SoilError `SOIL_STORAGE` if it cannot be written: it stays applied, and is written as soon as that is possible.
   */
  note(change: Change): Promise<void> {
    this.state.apply(change);
    return this.enqueue(change, true);
  }

  /** Like {@link note}, for callers who go on whatever the disk says: never rejects. The journal itself retries, and logs that. */
  noteAnyway(change: Change): Promise<void> {
    return this.note(change).catch(() => undefined);
  }

  /**
   * Like {@link noteAnyway}, but the line is written only when the returned function is called: until then a crash undoes the change. What it
   * takes away must stay in the snapshot of the state for as long as it has to come back after a crash.
   */
  noteLater(change: Change): () => Promise<void> {
    this.state.apply(change);
    return () => this.enqueue(change, true).catch(() => undefined);
  }

  /** The file was deleted: a new one is written before anything else is promised. */
  renew(): void {
    this.isDeleted = true;
    if (!this.closed) this.write();
  }

  /** Why nothing is written any more, if the file belongs to another process by now. */
  get sealedBy(): SoilError | undefined {
    return this.sealed;
  }

  /** Ends all writing, because the file belongs to another process by now. Any further change is rejected with `why`. */
  seal(why: SoilError): void {
    this.closed = why;
    this.sealed = why;
    this.retry.end();
    this.owed = [];
  }

  /** Closes the file once all that was given is on the disk or has failed. Gives what has happened but did not reach the disk. */
  async close(): Promise<Change[]> {
    this.closed ??= new SoilError('SOIL_STORAGE', CLOSED);
    this.retry.end();
    while (this.writing) await this.writing;
    // Nobody knows what the next life would find in a file that was given up.
    if (this.owed.length > 0 || this.isDeleted || !this.file.isOpen) await this.writeBatch();
    if (this.owed.length > 0) {
      this.parts.log(`${counted(this.owed.length, 'change')} could not be written to the job journal: after a restart of Node-RED, messages may go out again or be missing.`);
    }
    if (this.isDeleted && !this.sealed) this.parts.log('The job journal was deleted and could not be written again before the stop: what waits will not be known after the next start.');
    await this.file.close();
    return this.owed.map(({ change }) => change);
  }

  private enqueue(change: Change, happened: boolean): Promise<void> {
    if (this.closed) return Promise.reject(this.closed);
    const line = encodeLine(change);
    return new Promise((resolve, reject) => {
      this.queue.push({ change, line, happened, resolve, reject });
      this.write();
    });
  }

  /** One writer at a time; what arrives meanwhile is its next batch. */
  private write(): void {
    this.writing ??= this.writeBatch().finally(() => {
      this.writing = undefined;
      if (this.queue.length > 0 || (this.isDeleted && !this.closed && !this.retry.isPlanned)) this.write();
    });
  }

  private async writeBatch(): Promise<void> {
    // What comes in the same turn joins the batch. A message that goes to two nodes at once is then kept for both of them, or for the one before:
    // were the second a batch later, a crash in between would lose it.
    await nextTurn();
    const batch = this.takeBatch();
    const wasDeleted = this.isDeleted;
    try {
      if (this.sealed) throw this.sealed;
      this.isDeleted = false;
      if (wasDeleted) await this.file.close();
      if (!this.file.isOpen) await this.rewrite();
      await this.file.append([...this.owed, ...batch].map(({ line }) => line));
      this.owed = [];
      this.retry.succeeded();
      for (const entry of batch) {
        if (!entry.happened) this.state.apply(entry.change);
        entry.resolve();
      }
      if (this.file.isOutgrown && !this.sealed) await this.compact();
    } catch (error) {
      const cause = storageError(error, 'write the job journal', this.path, false);
      this.isDeleted ||= wasDeleted && !this.file.isOpen;
      for (const entry of batch) {
        if (entry.happened && !this.sealed) this.owed.push(entry);
        entry.reject(cause);
      }
      if (this.owed.length > 0 || !this.file.isOpen) this.retry.plan(cause);
      else this.retry.refused();
    }
  }

  private takeBatch(): Entry<Change>[] {
    let size = 0;
    const full = this.queue.findIndex((entry) => (size += entry.line.length) > BATCH_CHARACTERS);
    const batch = full < 0 ? this.queue : this.queue.slice(0, full + 1);
    this.queue = full < 0 ? [] : this.queue.slice(full + 1);
    return batch;
  }

  private async compact(): Promise<void> {
    try {
      await this.rewrite();
    } catch (error) {
      const cause = storageError(error, 'compact the job journal', this.path, false);
      this.file.putOffCompaction();
      if (this.file.isOpen && !this.sealed) this.parts.log(`${cause.message} The journal goes on growing until then.`);
      else this.retry.plan(cause);
    }
  }

  private async rewrite(): Promise<void> {
    await this.file.replace(this.state.snapshot(), () => this.confirm());
    // What was owed is in the new file, even if its name does not last yet.
    this.owed = [];
    await this.file.makeNameLast();
  }

  /** A process that stood still while writing the new file would overwrite all that another has promised since. */
  private async confirm(): Promise<void> {
    await this.parts.confirm().catch((why: unknown) => this.seal(why as SoilError));
    if (this.sealed) throw this.sealed;
  }
}
