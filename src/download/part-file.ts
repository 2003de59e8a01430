import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { allNumbersTaken } from '../disk/numbered-names';
import { sameOnDisk } from '../disk/same-on-disk';
import { syncFolder } from '../disk/sync-folder';
import { storageError } from '../errors/storage-error';
import { removeLeftovers } from '../processes/leftovers';
import { counted } from '../text/counted';
import { BlockWriter } from './block-writer';
import { DigestHere, startDigest, type Digest } from './digest';
import { DirectFile } from './direct-file';
import type { DownloadFiles } from './download-files';
import { putNotesBack } from './notes-aside';
import { isNoteOf, noteOf, released, saveNote, takeNote, type PartNote } from './part-note';
import { makePart, openLeftPart, type OpenedPart } from './part-on-disk';
import type { Held, KnownFile } from './range-answer';
import type { Check, FileSink, FinishedFile } from './sink';

/** Parts that this process writes, by names that are distinct on every disk. */
const ours = new Set<string>();

const MOST_PARTS = 100;
const READ_BYTES = 1024 * 1024;
/** From this size on, a note on the disk says which file was fetched, in case the process is killed; less is simply fetched again. */
const WORTH_NOTING = 1024 * 1024;
/** From this size on, a thread of its own for the digest and a way past the page cache are worth it. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** The part that a download needs. */
export interface WantedPart {
  /** Absolute path of the finished file. Its folder exists and is no symbolic link. */
  target: string;
  /** What is fetched: a job, or a digest of the link without its signed part. */
  origin: string;
  files: DownloadFiles;
  /** Wall time, milliseconds. */
  now: number;
  /** Ends the reading of what an earlier attempt left, which takes long for gigabytes; it is then left as it was. */
  signal?: AbortSignal;
}

/**
 * The file that a download grows in: `<name>.part` in the target folder, with a note `<name>.part.json` that ties it to what is fetched and
 * to who writes it. If another download is writing that part, or it is not known to be ours, it is `<name>.2.part`, and so on; the next attempt
 * finds it there.
 */
export class PartFile implements FileSink {
  adopted: boolean;
  private digest: Digest;
  private writer: BlockWriter;
  /** The latest note, which may be on its way to the disk. */
  private noting = Promise.resolve();
  /** A way past the page cache, for a large one. */
  private direct: DirectFile | undefined;

  private constructor(
    readonly path: string,
    private readonly files: DownloadFiles,
    private readonly handle: FileHandle,
    readonly held: Held,
    /** Says whose part it is; only {@link held} says which file the bytes are of. */
    private readonly note: PartNote,
    /** Whether the note on the disk says which file the bytes are of. */
    private noted: boolean,
  ) {
    this.adopted = held.bytes > 0;
    [this.digest, this.writer] = this.begin();
  }

  /** What takes the bytes that follow those already there. */
  private begin(): [Digest, BlockWriter] {
    const isLarge = (this.held.total ?? 0) >= LARGE_BYTES;
    if (isLarge) this.direct ??= new DirectFile(this.handle, this.files);
    const digest = startDigest(isLarge);
    return [digest, new BlockWriter(this.handle, this.held.bytes, digest, isLarge ? this.direct : undefined)];
  }

  /**
   * Opens the part of a target for writing, with what an earlier attempt at the same origin left in it.
   *
   * @throws SOIL_STORAGE; the signal's reason
   */
  static async claim(wanted: WantedPart): Promise<PartFile> {
    const { target, origin, files, signal } = wanted;
    await removeLeftovers(dirname(target), files);
    await putNotesBack(dirname(target), files);
    const paths = Array.from({ length: MOST_PARTS }, (_, index) => `${target}${index === 0 ? '' : `.${index + 1}`}.part`);
    const isLeft = await Promise.all(paths.map((path) => isNoteOf(origin, `${path}.json`, files)));
    // What an earlier attempt left comes first: once the others of its name are finished, nobody would get to its number again.
    for (const path of [...paths.filter((_, index) => isLeft[index]), ...paths]) {
      const place = sameOnDisk(path);
      if (ours.has(place)) continue;
      ours.add(place);
      try {
        const part = await PartFile.claimPath(path, wanted);
        if (part) return part;
        ours.delete(place);
      } catch (error) {
        ours.delete(place);
        signal?.throwIfAborted();
        throw storageError(error, 'write the download', path);
      }
    }
    throw storageError(allNumbersTaken(), 'write the download', `${target}.part`);
  }

  /** `undefined` if the part is another's. */
  private static async claimPath(path: string, { origin, files, now, signal }: WantedPart): Promise<PartFile | undefined> {
    const note = noteOf(origin);
    const taken = await takeNote(`${path}.json`, note, files, now);
    if (!taken) return undefined;
    const { earlier, known } = taken;
    let opened: OpenedPart | undefined;
    let part: PartFile | undefined;
    try {
      opened = earlier ? await openLeftPart(path, known, files) : await makePart(path, files);
      if (!opened) {
        await files.unlink(`${path}.json`);
        return undefined;
      }
      part = new PartFile(path, files, opened.handle, opened.held, note, known.etag !== undefined);
      await part.digestHeld(part.digest, signal);
      return part;
    } catch (error) {
      await (part ? part.closeAll() : opened?.handle.close())?.catch(() => undefined);
      // Left as it was found, so that the next attempt can go on from it.
      await (earlier ? saveNote(`${path}.json`, earlier, files) : files.unlink(`${path}.json`)).catch(() => undefined);
      throw error;
    }
  }

  async restart({ etag, total }: KnownFile): Promise<void> {
    await this.stored(async () => {
      await this.settle();
      if (this.held.bytes > 0) await this.handle.truncate(0);
      Object.assign(this.held, { bytes: 0, etag, total });
      this.adopted = false;
      this.digest.close();
      [this.digest, this.writer] = this.begin();
      // The note on the disk describes other bytes, and must not be taken for these.
      if (this.noted) await this.saveNote();
    });
  }

  learnTotal(total: number): undefined {
    this.held.total = total;
  }

  forget(): void {
    this.held.etag = undefined;
  }

  write(chunk: Buffer): Promise<void> | undefined {
    try {
      const written = this.writer.write(chunk);
      this.held.bytes += chunk.length;
      const isDue = !this.noted && this.held.bytes >= WORTH_NOTING && this.held.etag !== undefined;
      const noted = isDue ? this.saveNote() : undefined;
      if (!written && !noted) return undefined;
      return Promise.all([written, noted]).then(
        () => undefined,
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      this.fail(error);
    }
  }

  async finish(check: Check): Promise<FinishedFile> {
    const { path, handle } = this;
    const sha256 = await this.stored(() => this.digestOfAll());
    const [entries] = await Promise.all([check({ handle, path }), this.stored(() => handle.sync())]);
    await this.stored(() => this.closeAll());
    return { path, sha256, entries };
  }

  async release(): Promise<void> {
    await this.files.unlink(`${this.path}.json`).catch(() => undefined);
    ours.delete(sameOnDisk(this.path));
    await this.stored(() => syncFolder(dirname(this.path), this.files));
  }

  async abandon(): Promise<void> {
    const { path, files, held } = this;
    try {
      await this.settle().catch(() => undefined);
      await this.closeAll().catch(() => undefined);
      if (held.etag !== undefined && held.bytes > 0) {
        await saveNote(`${path}.json`, released(this.noteNow()), files).catch(() => undefined);
        return;
      }
      await files.unlink(path).catch(() => undefined);
      await files.unlink(`${path}.json`).catch(() => undefined);
    } finally {
      ours.delete(sameOnDisk(path));
    }
  }

  /** Resolves once nothing is on its way to the disk: after a transfer was broken off, a block or a note may be, with nobody waiting for it. */
  private async settle(): Promise<void> {
    try {
      await this.writer.flush();
    } finally {
      await this.noting;
    }
  }

  private saveNote(): Promise<void> {
    this.noted = true;
    return (this.noting = saveNote(`${this.path}.json`, this.noteNow(), this.files));
  }

  private noteNow(): PartNote {
    const { etag, total } = this.held;
    return { ...this.note, etag, total };
  }

  private async closeAll(): Promise<void> {
    this.digest.close();
    try {
      await this.direct?.close();
    } finally {
      await this.handle.close();
    }
  }

  private async digestHeld(digest: Digest, signal?: AbortSignal): Promise<void> {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, this.held.bytes));
    for (let position = 0; position < this.held.bytes; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await this.handle.read(buffer, 0, Math.min(buffer.length, this.held.bytes - position), position);
      if (bytesRead === 0) throw new Error('the file became shorter while it was being read');
      await digest.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
  }

  /** Of what was written, after checking its length on the disk. */
  private async digestOfAll(): Promise<string> {
    await this.settle();
    const { size } = await this.handle.stat();
    if (size !== this.held.bytes) throw new Error(`${counted(this.held.bytes, 'byte')} written, ${size} there`);
    return (await this.digest.finish()) ?? (await this.digestOfFile());
  }

  /** Read anew. */
  private async digestOfFile(): Promise<string> {
    const digest = new DigestHere();
    await this.digestHeld(digest);
    return digest.finish();
  }

  private async stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      return this.fail(error);
    }
  }

  private fail(error: unknown): never {
    throw storageError(error, 'write the download', this.path);
  }
}
