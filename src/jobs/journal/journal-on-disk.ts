import path from 'node:path';
import { appendFully } from '../../disk/write-fully';
import type { FileSystem, OpenFile } from './file-system';
import { replaceJournal } from './journal-file';

const DEFAULT_SLACK_BYTES = 512 * 1024;

/**
 * The file of a journal, open at its end. It is shut where nobody knows what is in it, as after a failed fsync, or whether its name lasts: another one
 * is to take its place before anything is appended.
 */
export class JournalOnDisk {
  private file: OpenFile | undefined;
  /** As much of the file as is known. */
  private bytes = 0;
  private compactAt = 0;

  /** @param slackBytes that it may grow by, beyond twice its size after the last compaction, before it is compacted again */
  constructor(
    private readonly path: string,
    private readonly fileSystem: FileSystem,
    private readonly slackBytes = DEFAULT_SLACK_BYTES,
  ) {}

  get isOpen(): boolean {
    return this.file !== undefined;
  }

  /** Whether it has outgrown what it is the record of, so that it is to be compacted. */
  get isOutgrown(): boolean {
    return this.bytes > this.compactAt;
  }

  /** Goes on with the file that an earlier life left, which is whole. */
  async open(bytes: number): Promise<void> {
    this.bytes = bytes;
    this.file = await this.fileSystem.open(this.path, 'append');
    await this.makeNameLast();
    // How much of the file is alive is not known: find out with the next write.
    this.compactAt = this.slackBytes;
  }

  /** Resolves when the lines are on the disk. Where it fails, none of them is there, or the file is shut. */
  async append(lines: string[]): Promise<void> {
    const file = this.file as OpenFile;
    const batch = Buffer.from(lines.join(''));
    try {
      await appendFully(file, batch);
    } catch (error) {
      // A line that is half there is taken back: the file is as good as before, if the disk confirms that.
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
    // What nobody was promised should not be found after a restart either; where the disk refuses even this, it may be.
    await file.truncate(this.bytes).catch(() => undefined);
    await this.close();
  }

  /**
   * Puts a new file in the place of the old one. Where that fails, the old one is still there, and open if it was. Nothing may be promised before
   * {@link makeNameLast}.
   *
   * @param confirm awaited before the new file takes the place: throws where the old one is another process's by now
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

  /** Until then the file before this one could be back after a power cut, also where an earlier life has put this one in its place. */
  async makeNameLast(): Promise<void> {
    try {
      await this.fileSystem.syncDirectory(path.dirname(this.path));
    } catch (error) {
      // Without what is appended to this one: the next write puts another one there before anything is promised.
      await this.close();
      throw error;
    }
  }

  /** It is not outgrown before it is about twice as long as now. */
  putOffCompaction(): void {
    this.compactAt = 2 * this.bytes + this.slackBytes;
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = undefined;
    await file?.close().catch(() => undefined);
  }
}
