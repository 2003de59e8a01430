import path from 'node:path';
import { appendFully } from '../../disk/write-fully';
import type { FileSystem, OpenFile } from './file-system';
import { replaceJournal } from './journal-file';

const DEFAULT_SLACK_BYTES = 512 * 1024;

/**
 * The file of a journal, open at its end. It is closed when nobody knows what is in it, as after a failed fsync, or whether its name lasts: then it
 * must be replaced before anything is appended.
 */
export class JournalOnDisk {
  private file: OpenFile | undefined;
  /** Known length of the file. */
  private bytes = 0;
  private compactAt = 0;

  /** @param slackBytes how far it may grow beyond twice its size after the last compaction before it is compacted again */
  constructor(
    private readonly path: string,
    private readonly fileSystem: FileSystem,
    private readonly slackBytes = DEFAULT_SLACK_BYTES,
  ) {}

  get isOpen(): boolean {
    return this.file !== undefined;
  }

  /** Whether it has outgrown the state that it records, and should be compacted. */
  get isOutgrown(): boolean {
    return this.bytes > this.compactAt;
  }

  /** Goes on with the whole file that an earlier life left. */
  async open(bytes: number): Promise<void> {
    this.bytes = bytes;
    this.file = await this.fileSystem.open(this.path, 'append');
    await this.makeNameLast();
    // It is not known how much of the file is still needed: a large one is compacted after the next write.
    this.compactAt = this.slackBytes;
  }

  /** Resolves when the lines are on the disk. If it fails, none of them is there, or the file is closed. */
  async append(lines: string[]): Promise<void> {
    const file = this.file as OpenFile;
    const batch = Buffer.from(lines.join(''));
    try {
      await appendFully(file, batch);
    } catch (error) {
      // Takes back a half-written line: the file is as good as before if the disk confirms that.
      await file.truncate(this.bytes).then(() => file.sync()).catch(() => this.giveUp(file));
      throw error;
    }
    try {
      await file.sync();
    } catch (error) {
      await this.giveUp(file);
      throw error;
    }
    this.bytes += batch.length;
  }

  /** Nobody knows what is in the open file: the next write begins with a new one. */
  private async giveUp(file: OpenFile): Promise<void> {
    // What was promised to nobody should not be found after a restart either; if the disk refuses even this, it may be.
    await file.truncate(this.bytes).catch(() => undefined);
    await this.close();
  }

  /**
   * Replaces the file with a new one. If that fails, the old one is still there, and open if it was. Nothing may be promised before
   * {@link makeNameLast}.
   *
   * @param confirm awaited before the replacement: throws if the old file belongs to another process by now
   */
  async replace(changes: Iterable<unknown>, confirm: () => Promise<void>): Promise<void> {
    const closeOld = async (): Promise<void> => {
      await confirm();
      await this.close();
    };
    const { isOpen: wasOpen } = this;
    try {
      const { file, bytes } = await replaceJournal(this.path, changes, this.fileSystem, closeOld);
      this.file = file;
      this.bytes = bytes;
    } catch (error) {
      if (wasOpen && !this.file) this.file = await this.fileSystem.open(this.path, 'append').catch(() => undefined);
      throw error;
    }
    this.putOffCompaction();
  }

  /** Until then a power cut could bring back the previous file, even if it was an earlier life that replaced it. */
  async makeNameLast(): Promise<void> {
    try {
      await this.fileSystem.syncDirectory(path.dirname(this.path));
    } catch (error) {
      // The previous file could come back without what is appended to this one: the next write replaces it before anything is promised.
      await this.close();
      throw error;
    }
  }

  /** Lets it grow to about twice its present length before it counts as outgrown. */
  putOffCompaction(): void {
    this.compactAt = 2 * this.bytes + this.slackBytes;
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = undefined;
    await file?.close().catch(() => undefined);
  }
}
