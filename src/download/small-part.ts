import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { syncFolder } from '../disk/sync-folder';
import { writeFully } from '../disk/write-fully';
import { storageError } from '../errors/storage-error';
import { removeLeftovers } from '../processes/leftovers';
import { temporaryName } from '../processes/temporary-name';
import type { DownloadFiles } from './download-files';
import { MemoryPart } from './memory-part';
import type { Check, FileSink, FinishedFile } from './sink';

/** A small download to a file: it stays in memory until it is whole and sound, and is then written at once, under a name of its own. */
export class SmallPart extends MemoryPart implements FileSink {
  readonly adopted = false;
  /** Where it is written to. */
  private written: string | undefined;

  /** @param target absolute path of the finished file, whose folder exists and is no symbolic link */
  constructor(
    private readonly target: string,
    private readonly files: DownloadFiles,
  ) {
    super();
  }

  async finish(check: Check): Promise<FinishedFile> {
    const { files } = this;
    const content = this.take();
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

  private fail(error: unknown): never {
    throw storageError(error, 'write the download', this.target);
  }
}
