import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isSystemError } from '../errors/storage-error';
import type { DownloadFiles } from './download-files';

/** What every disk in use accepts for the place in memory, the place in the file and the length (open(2), O_DIRECT). */
const ALIGNMENT = 4096;
const WASM_PAGE_BYTES = 64 * 1024;

/**
 * Writes to a file past the page cache of the system, where system and disk can do so: what is written takes no memory from other programs, and leaves
 * little to wait for at the end. It outlives a loss of power only after a sync of the file all the same: the disk has a cache of its own, and the length
 * of the file is the file system's. Linux alone offers it, and not for every file system: what it does not take is to be written in the common way.
 */
export class DirectFile {
  /** Opened at the first write; nothing once it turned out that it cannot be done. */
  private opening: Promise<FileHandle | undefined> | undefined;

  /** @param handle the open file, whoever closes it */
  constructor(
    private readonly handle: Pick<FileHandle, 'fd'>,
    private readonly files: Pick<DownloadFiles, 'open'>,
  ) {}

  /** Memory that {@link write} takes blocks from: it begins at a page, as that of a Buffer does not. Threads share it. */
  static memory(bytes: number): Buffer {
    const pages = Math.ceil(bytes / WASM_PAGE_BYTES);
    try {
      return Buffer.from(new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }).buffer, 0, bytes);
    } catch {
      // Each takes gigabytes of addresses beside, which a limit of the process (`ulimit -v`) may deny it. From other memory, the system may take none.
      return Buffer.allocUnsafeSlow(bytes);
    }
  }

  /**
   * @returns how many of the first bytes were taken: none where it cannot be done, or where place or length are not aligned
   * @throws what the system says of the disk
   */
  async write(block: Buffer, position: number): Promise<number> {
    if (position % ALIGNMENT !== 0 || block.length % ALIGNMENT !== 0) return 0;
    const direct = await (this.opening ??= this.open());
    if (!direct) return 0;
    try {
      return (await direct.write(block, 0, block.length, position)).bytesWritten;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.close();
      this.opening = Promise.resolve(undefined);
      return 0;
    }
  }

  async close(): Promise<void> {
    const direct = await this.opening;
    this.opening = undefined;
    await direct?.close();
  }

  /** By the open file, not by its name, which may lead to another one by now. */
  private async open(): Promise<FileHandle | undefined> {
    const { O_DIRECT, O_WRONLY } = constants as Partial<typeof constants>;
    if (!O_DIRECT || !O_WRONLY) return undefined;
    return this.files.open(`/proc/self/fd/${this.handle.fd}`, O_WRONLY | O_DIRECT).catch(() => undefined);
  }
}

/** The file system opens files so, and takes no such writes, or none of this shape. */
function isRefusal(error: unknown): boolean {
  return isSystemError(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP');
}
