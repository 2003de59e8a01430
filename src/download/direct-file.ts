import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isSystemError } from '../errors/storage-error';
import type { DownloadFiles } from './download-files';

/** In bytes: what every disk in use accepts for the address in memory, the offset in the file and the length (open(2), O_DIRECT). */
const ALIGNMENT = 4096;
const WASM_PAGE_BYTES = 64 * 1024;

/**
 * Writes to a file past the page cache, if system and disk can do so: the data take no memory from other programs, and leave little to wait for at the
 * end. They still survive a loss of power only after a sync of the file: the disk has a cache of its own, and the file system keeps the length of the
 * file. Only Linux offers this, and not for every file system: what is not taken must be written in the usual way.
 */
export class DirectFile {
  /** Opened at the first write; gives `undefined` once direct writes have turned out to be impossible. */
  private opening: Promise<FileHandle | undefined> | undefined;

  /** @param handle the open file; its owner closes it */
  constructor(
    private readonly handle: Pick<FileHandle, 'fd'>,
    private readonly files: Pick<DownloadFiles, 'open'>,
  ) {}

  /** Memory for the blocks that {@link write} takes: unlike that of a Buffer, it begins at a page. Threads share it. */
  static memory(bytes: number): Buffer {
    const pages = Math.ceil(bytes / WASM_PAGE_BYTES);
    try {
      return Buffer.from(new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }).buffer, 0, bytes);
    } catch {
      // Each reserves gigabytes of address space, which a process limit (`ulimit -v`) may deny. The system may refuse writes from other memory.
      return Buffer.allocUnsafeSlow(bytes);
    }
  }

  /**
   * @returns how many of the first bytes were written: 0 if direct writes are impossible, or if position or length are not aligned
   * @throws the system's errors of the disk
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

  /** Through the open file, not by its name, which may lead to another file by now. */
  private async open(): Promise<FileHandle | undefined> {
    const { O_DIRECT, O_WRONLY } = constants as Partial<typeof constants>;
    if (!O_DIRECT || !O_WRONLY) return undefined;
    return this.files.open(`/proc/self/fd/${this.handle.fd}`, O_WRONLY | O_DIRECT).catch(() => undefined);
  }
}

/** The file system opens files for direct writes, but does not take them, or none of this shape. */
function isRefusal(error: unknown): boolean {
  return isSystemError(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP');
}
