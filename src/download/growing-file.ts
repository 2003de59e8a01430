import { dirname } from 'node:path';
import { isThere } from '../disk/is-there';
import { needRoom } from './needed-room';
import { PartFile, type WantedPart } from './part-file';
import type { Held, KnownFile } from './range-answer';
import type { Check, FileSink, FinishedFile } from './sink';
import { SmallPart } from './small-part';

/** No more than the block that a part gathers in memory. If a killed process loses it, it is soon fetched again. */
const DEFAULT_SMALL_BYTES = 512 * 1024;

/** The part that a download needs, and when it is small. */
interface GrowingFileOptions extends WantedPart {
  /** Up to here a download is small. Default 512 KiB. */
  smallBytes?: number;
}

/**
 * Where a download to a file grows: a small one in memory, as a {@link SmallPart}; one that is large, of unknown length, or left over from an earlier
 * attempt, in its {@link PartFile}. Room on the disk is reserved for what is still to come.
 */
export class GrowingFile implements FileSink {
  private letGoOfRoom = (): void => undefined;

  private constructor(
    private readonly options: GrowingFileOptions,
    private part: SmallPart | PartFile,
  ) {}

  /** @throws SOIL_STORAGE; the signal's reason */
  static async open(options: GrowingFileOptions): Promise<GrowingFile> {
    const { target, files } = options;
    // A note means that an earlier attempt left something.
    const isNoted = await isThere(`${target}.part.json`, files, 'look for an earlier download');
    return new GrowingFile(options, isNoted ? await PartFile.claim(options) : new SmallPart(target, files));
  }

  get held(): Readonly<Held> {
    return this.part.held;
  }

  get adopted(): boolean {
    return this.part.adopted;
  }

  async restart(known: KnownFile): Promise<void> {
    if (this.part instanceof SmallPart && (known.total ?? Infinity) > this.smallBytes) {
      this.part = await PartFile.claim(this.options);
      // An earlier attempt left this very file under a number.
      if (known.etag !== undefined && known.etag === this.held.etag) return;
    }
    await this.part.restart(known);
    await this.needRoom(known.total);
  }

  learnTotal(total: number): Promise<void> {
    this.part.learnTotal(total);
    return this.needRoom(total);
  }

  forget(): void {
    this.part.forget();
  }

  write(chunk: Buffer): Promise<void> | undefined {
    return this.part.write(chunk);
  }

  finish(check: Check): Promise<FinishedFile> {
    this.letGoOfRoom();
    return this.part.finish(check);
  }

  release(): Promise<void> {
    return this.part.release();
  }

  abandon(): Promise<void> {
    this.letGoOfRoom();
    // The next attempt fetches it into memory, and would not look for a part under a number.
    if ((this.held.total ?? Infinity) <= this.smallBytes) this.part.forget();
    return this.part.abandon();
  }

  private get smallBytes(): number {
    return this.options.smallBytes ?? DEFAULT_SMALL_BYTES;
  }

  /** A length from an earlier answer is not kept for an answer without one: others would be refused for room that nobody needs. */
  private async needRoom(total: number | undefined): Promise<void> {
    this.letGoOfRoom();
    if (total === undefined) return;
    const { target, files } = this.options;
    this.letGoOfRoom = await needRoom(dirname(target), () => total - this.held.bytes, files);
  }
}
