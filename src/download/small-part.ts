import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { syncFolder } from '../disk/sync-folder';
import { writeFully } from '../disk/write-fully';
import { storageError } from '../errors/storage-error';
import { removeLeftovers } from '../processes/leftovers';
import { temporaryName } from '../processes/temporary-name';
import type { DownloadFiles } from './download-files';
import type { Held, KnownFile } from './range-answer';
import { giveMemoryBack, takeMemory } from './reused-memory';
import type { Check, FileSink, FinishedFile } from './sink';

const NO_MEMORY = Buffer.alloc(0);

/** A small download to a file: it stays in memory until it is whole and sound, and is then written at once, under a name of its own. */
export class SmallPart implements FileSink {
  readonly adopted = false;
  /** Changed in place as pieces come: it is read several times for each. */
  held: Held = { bytes: 0 };
  private memory: Buffer = NO_MEMORY;
  /** Where it is written to. */
  private written: string | undefined;

  /** @param target absolute path of the finished file, whose folder exists and is no symbolic link */
  constructor(
    private readonly target: string,
    private readonly files: DownloadFiles,
  ) {}

  /** @param known with the length: of an unknown one, nobody could say that it is small */
  restart(known: KnownFile): Promise<void> {
    this.held = { ...known, bytes: 0 };
    const { total = 0 } = known;
    if (total > this.memory.length) this.memory = takeMemory(total);
    return Promise.resolve();
  }

  learnTotal(total: number): undefined {
    this.held.total = total;
  }

  forget(): void {
    this.held = { bytes: this.held.bytes };
  }

  /** No more than the length comes: more would have been refused. */
  write(chunk: Buffer): undefined {
    this.held.bytes += chunk.copy(this.memory, this.held.bytes);
  }

  async finish(check: Check): Promise<FinishedFile> {
    const { files } = this;
    const content = this.memory.subarray(0, this.held.bytes);
    const entries = await check(content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const folder = dirname(this.target);
    await removeLeftovers(folder, files);
    const path = join(folder, temporaryName());
    try {
      const handle = await files.open(path, 'wx');
      this.written = path;
      try {
        await writeFully(handle, content, 0);
        this.letGoOfMemory();
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      this.fail(error);
    }
    return { path, sha256, entries };
  }

  async release(): Promise<void> {
    await syncFolder(dirname(this.target), this.files).catch((error: unknown) => this.fail(error));
  }

  async abandon(): Promise<void> {
    if (this.written !== undefined) await this.files.unlink(this.written).catch(() => undefined);
  }

  /** After a failure it is left to the garbage collector: somebody may be reading it still. */
  private letGoOfMemory(): void {
    giveMemoryBack(this.memory);
    this.memory = NO_MEMORY;
  }

  private fail(error: unknown): never {
    throw storageError(error, 'write the download', this.target);
  }
}
