import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { ArchiveSource } from '../archive/safe-archive';
import { isThere } from '../disk/is-there';
import { syncFolder } from '../disk/sync-folder';
import { writeFully } from '../disk/write-fully';
import { storageError } from '../errors/storage-error';
import { removeLeftovers } from '../processes/leftovers';
import { temporaryName } from '../processes/temporary-name';
import { MemoryPart } from './memory-part';
import { PartFile, type WantedPart } from './part-file';
import type { Held, KnownFile } from './range-answer';
import type { Sink } from './transfer';

/** No more than the block that a part gathers in memory. Lost by a killed process, it is soon fetched again. */
const DEFAULT_SMALL_BYTES = 512 * 1024;

/** What grows where. */
interface GrowingFileOptions extends WantedPart {
  /** Up to here a download is small. Default 512 KiB. */
  smallBytes?: number;
}

/** Looks at everything that was fetched. `adopted`: an earlier run fetched some of it. */
type Check<Found> = (content: ArchiveSource, adopted: boolean) => Promise<Found>;

/**
 * Where a download to a file grows. A small one stays in memory until it is whole and sound, and is then written at once, under a name of its
 * own. One that is large or of unknown length, or of which an earlier attempt left something, grows in its {@link PartFile}.
 */
export class GrowingFile implements Sink {
  /** Where a small one is written to. */
  private written: string | undefined;

  private constructor(
    private readonly options: GrowingFileOptions,
    private part: MemoryPart | PartFile,
  ) {}

  /** @throws SOIL_STORAGE; the signal's reason */
  static async open(options: GrowingFileOptions): Promise<GrowingFile> {
    // A note tells of what an earlier attempt left.
    const isNoted = await isThere(`${options.target}.part.json`, options.files, 'look for an earlier download');
    return new GrowingFile(options, isNoted ? await claimPart(options) : new MemoryPart());
  }

  get held(): Readonly<Held> {
    return this.part.held;
  }

  /** Whether it holds bytes of an earlier run. */
  get adopted(): boolean {
    return this.part instanceof PartFile && this.part.adopted;
  }

  async restart(known: KnownFile): Promise<void> {
    const { smallBytes = DEFAULT_SMALL_BYTES } = this.options;
    const isSmall = (known.total ?? Infinity) <= smallBytes;
    if (this.part instanceof MemoryPart && !isSmall) this.part = await claimPart(this.options);
    await this.part.restart(known);
  }

  learnTotal(total: number): void {
    this.part.learnTotal(total);
  }

  forget(): void {
    this.part.forget();
  }

  write(chunk: Buffer): Promise<void> | undefined {
    return this.part.write(chunk);
  }

  /**
   * All of it is there: has it checked, and brings it to the disk.
   *
   * @returns the path where it lies until it gets its name
   * @throws what `check` throws; SOIL_STORAGE
   */
  finish<Found>(check: Check<Found>): Promise<{ path: string; sha256: string; found: Found }> {
    return this.part instanceof PartFile ? this.finishPart(this.part, check) : this.finishSmall(this.part.pieces, check);
  }

  /** It has moved to its place: brings the folder to the disk. */
  async release(): Promise<void> {
    if (this.part instanceof PartFile) return this.part.release();
    const { target, files } = this.options;
    await syncFolder(dirname(target), files).catch((error: unknown) => {
      throw storageError(error, 'write the download', target);
    });
  }

  /** Ends an attempt that failed. What can be gone on from stays, all else goes. */
  async abandon(): Promise<void> {
    if (this.part instanceof PartFile) return this.part.abandon();
    if (this.written !== undefined) await this.options.files.unlink(this.written).catch(() => undefined);
  }

  private async finishPart<Found>(part: PartFile, check: Check<Found>): Promise<{ path: string; sha256: string; found: Found }> {
    const { content, path, adopted } = part;
    const sha256 = await part.finish();
    const [found] = await Promise.all([check(content, adopted), part.sync()]);
    await part.close();
    return { path, sha256, found };
  }

  private async finishSmall<Found>(pieces: readonly Buffer[], check: Check<Found>): Promise<{ path: string; sha256: string; found: Found }> {
    const found = await check(pieces, false);
    const hash = createHash('sha256');
    for (const piece of pieces) hash.update(piece);
    const { target, files } = this.options;
    const folder = dirname(target);
    await removeLeftovers(folder, files);
    const path = join(folder, temporaryName());
    try {
      const handle = await files.open(path, 'wx');
      this.written = path;
      try {
        await writeFully(handle, pieces, 0);
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw storageError(error, 'write the download', target);
    }
    return { path, sha256: hash.digest('hex'), found };
  }
}

async function claimPart(wanted: WantedPart): Promise<PartFile> {
  await removeLeftovers(dirname(wanted.target), wanted.files);
  return PartFile.claim(wanted);
}
