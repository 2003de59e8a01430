import path from 'node:path';
import type { SoilError } from '../errors/soil-error';
import type { Clock } from '../time/clock';
import { DirectoryLock, type DirectoryLockParts } from './journal/directory-lock';
import { Journal } from './journal/journal';
import { Ledger, type FileTask } from './ledger/ledger';
import type { LedgerChange } from './ledger/ledger-change';
import type { FlowMessage } from './messages/flow-message';
import { HeldMessage } from './messages/held-message';

/** What comes in from outside, for the lock and the journal. */
export interface JobStoreParts extends DirectoryLockParts {
  clock: Clock;
}

const JOURNAL_NAME = 'jobs.journal';

/** The file with all that is kept in a directory. */
export function journalOf(directory: string): string {
  return path.join(directory, JOURNAL_NAME);
}

/** What is not on the disk, and outlives a redeploy that closes every node. */
interface LeftBehind {
  /** What has happened but a full disk did not take. */
  changes: readonly LedgerChange[];
  /** Messages of journal entries, with the parts that are not on the disk. */
  messages: ReadonlyMap<string, FlowMessage>;
  /** Work on files that is not in the journal. */
  files: Map<string, FileTask>;
  /** Monotonic times from which waits count: the wall clock may have been set meanwhile. */
  waitingFrom: ReadonlyMap<string, number>;
}

/** What is known of the jobs of one directory, from opening it to closing it: one at a time, in this process and among all processes. */
export class JobStore {
  /** By directory. */
  private static readonly leftBehind = new Map<string, LeftBehind>();
  private static readonly closings = new Map<string, Promise<void>>();

  private constructor(
    private readonly directory: string,
    private readonly lock: DirectoryLock,
    readonly ledger: Ledger,
    readonly journal: Journal<LedgerChange>,
    /** Work on files that is in memory alone. */
    readonly unstored: Map<string, FileTask>,
  ) {}

  /**
   * Opens a directory, once the store before in this process has closed it.
   *
   * @param directory its canonical path
   * @throws SoilError `SOIL_STORAGE` if it cannot be used, or another process uses it
   */
  static async open(directory: string, parts: JobStoreParts): Promise<JobStore> {
    await JobStore.closings.get(directory);
    const lock = await DirectoryLock.take(directory, parts);
    try {
      const ledger = new Ledger();
      const journal = await Journal.open(journalOf(directory), ledger, { ...parts, confirm: () => lock.confirm() });
      const left = JobStore.leftBehind.get(directory);
      JobStore.leftBehind.delete(directory);
      for (const change of left?.changes ?? []) void journal.noteAnyway(change);
      for (const entry of entriesOf(ledger)) {
        const message = left?.messages.get(entry.id);
        if (message) entry.held = HeldMessage.live(message, true);
      }
      for (const wait of ledger.waits.values()) wait.from = left?.waitingFrom.get(wait.id);
      void lock.lost.then((why) => journal.seal(why));
      lock.onPutBack = () => journal.renew();
      return new JobStore(directory, lock, ledger, journal, left?.files ?? new Map<string, FileTask>());
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Resolves if another process takes the directory over. Nothing is written from then on. */
  get lost(): Promise<SoilError> {
    return this.lock.lost;
  }

  close(): Promise<void> {
    const closing = this.closeAll().finally(() => JobStore.closings.delete(this.directory));
    JobStore.closings.set(this.directory, closing);
    return closing;
  }

  private async closeAll(): Promise<void> {
    const changes = await this.journal.close();
    const partly = entriesOf(this.ledger).filter(({ held }) => held.partlyStored);
    const waitingFrom = new Map([...this.ledger.waits.values()].flatMap(({ id, from }) => (from === undefined ? [] : [[id, from]])));
    if (changes.length > 0 || partly.length > 0 || this.unstored.size > 0 || waitingFrom.size > 0) {
      const messages = new Map(partly.map(({ id, held }) => [id, held.message]));
      JobStore.leftBehind.set(this.directory, { changes, messages, files: this.unstored, waitingFrom });
    }
    await this.lock.release();
  }
}

function entriesOf({ waits, submissions, files }: Ledger): { id: string; held: HeldMessage }[] {
  return [...waits.values(), ...submissions.values(), ...files.values()];
}
