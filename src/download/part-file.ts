import { createHash, randomBytes } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSystemError, storageError } from '../errors/storage-error';
import type { FileSystem } from './file-system';
import type { Held } from './range-answer';
import type { Sink } from './transfer';

/** What `<name>.part.json` says of the `<name>.part` beside it. It holds no link. */
interface PartNote {
  version: 1;
  /** What is being fetched: bytes of another origin are never gone on from. */
  origin: string;
  etag?: string;
  total?: number;
  /** Who writes the part, so that no two do. */
  owner: { pid: number; host: string; token: string };
}

/** Parts that this process writes. */
const ours = new Set<string>();

const writeSize = 1024 * 1024;
const mostParts = 100;

/**
 * The file that a download grows in: `<name>.part` in the target folder, with a note `<name>.part.json` that ties it to what is fetched and
 * to who writes it. Where another download is writing that part, or it is nobody's that we know, it is `<name>.2.part`, and so on.
 */
export class PartFile implements Sink {
  /** Whether it holds bytes of an earlier run: they may have suffered since (a crash of the machine), so look at every one. */
  readonly adopted: boolean;
  private bytes: number;
  private hash: Hash = createHash('sha256');
  private gathered: Buffer[] = [];
  private gatheredBytes = 0;
  private writing: Promise<void> | undefined;
  private writeError: unknown;

  private constructor(
    readonly path: string,
    private readonly note: PartNote,
    private readonly handle: FileHandle,
    private readonly files: FileSystem,
    adoptedBytes: number
  ) {
    this.bytes = adoptedBytes;
    this.adopted = adoptedBytes > 0;
  }

  /**
   * Opens the part of a target for writing, with what an earlier attempt at the same origin left in it.
   *
   * @param folder absolute; exists
   * @param origin what is fetched: a job, or a digest of the link without its signed part
   * @throws SOIL_STORAGE
   */
  static async claim(folder: string, filename: string, origin: string, files: FileSystem): Promise<PartFile> {
    for (let number = 1; number <= mostParts; number++) {
      const path = join(folder, `${filename}${number === 1 ? '' : `.${number}`}.part`);
      if (ours.has(path)) continue;
      ours.add(path);
      try {
        const part = await PartFile.claimPath(path, origin, files);
        if (part) return part;
        ours.delete(path);
      } catch (error) {
        ours.delete(path);
        throw storageError(error, 'write the download', path);
      }
    }
    throw storageError(new Error(`${mostParts} downloads to this name are under way or were left behind`), 'write the download', join(folder, filename));
  }

  private static async claimPath(path: string, origin: string, files: FileSystem): Promise<PartFile | undefined> {
    const owner = { pid: process.pid, host: hostname(), token: randomBytes(8).toString('hex') };
    const earlier = await takeNote(`${path}.json`, { version: 1, origin, owner }, files);
    if (!earlier) return undefined;
    const note: PartNote = { version: 1, origin, owner };
    let handle: FileHandle;
    try {
      const known = earlier.note?.origin === origin ? earlier.note : undefined;
      const state = await files.lstat(path).catch((error: unknown) => {
        if (isSystemError(error, 'ENOENT')) return undefined;
        throw error;
      });
      // A file of that name without a note, a link, a folder: not ours, so leave it alone.
      if (state && (!earlier.note || !state.isFile())) {
        await files.unlink(`${path}.json`);
        return undefined;
      }
      // More than one name: it is (also) a finished file.
      if (state && state.nlink > 1) await files.unlink(path);
      const usable = state?.nlink === 1 && known?.etag !== undefined && state.size <= (known.total ?? Infinity);
      const { O_CREAT, O_RDWR, O_TRUNC, O_NOFOLLOW } = constants;
      handle = await files.open(path, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0) | (usable ? 0 : O_TRUNC), 0o666);
      if (usable) Object.assign(note, { etag: known?.etag, total: known?.total });
      const part = new PartFile(path, note, handle, files, usable ? state.size : 0);
      await part.hashAdopted();
      return part;
    } catch (error) {
      await files.unlink(`${path}.json`).catch(() => undefined);
      throw error;
    }
  }

  get held(): Readonly<Held> {
    return { bytes: this.bytes, etag: this.note.etag, total: this.note.total };
  }

  async restart(known: { etag?: string; total?: number }): Promise<void> {
    await this.guarded(async () => {
      await this.flush();
      if (this.bytes > 0) await this.handle.truncate(0);
      this.bytes = 0;
      this.hash = createHash('sha256');
      this.note.etag = known.etag;
      this.note.total = known.total;
      await this.saveNote();
    });
  }

  learnTotal(total: number): void {
    this.note.total = total;
  }

  write(chunk: Buffer): Promise<void> | undefined {
    if (this.writeError !== undefined) throw storageError(this.writeError, 'write the download', this.path);
    this.gathered.push(chunk);
    this.gatheredBytes += chunk.length;
    this.bytes += chunk.length;
    this.hash.update(chunk);
    if (this.gatheredBytes < writeSize) return undefined;
    const before = this.writing;
    const writeNext = (): void => {
      const chunks = this.gathered;
      const position = this.bytes - this.gatheredBytes;
      this.gathered = [];
      this.gatheredBytes = 0;
      this.writing = writeFully(this.handle, chunks, position).catch((error: unknown) => {
        this.writeError = error;
      });
    };
    if (!before) {
      writeNext();
      return undefined;
    }
    return before.then(() => {
      if (this.writeError !== undefined) throw storageError(this.writeError, 'write the download', this.path);
      writeNext();
    });
  }

  /** Everything on the disk, and its length checked. Gives the SHA-256 of the whole, in hexadecimal. */
  async finish(): Promise<string> {
    return this.guarded(async () => {
      await this.flush();
      const { size } = await this.handle.stat();
      if (size !== this.bytes) throw new Error(`${this.bytes} bytes were written and ${size} are there`);
      await this.handle.sync();
      await this.handle.close();
      return this.hash.digest('hex');
    });
  }

  /** The part was moved to its place: the note goes. */
  async release(): Promise<void> {
    await this.files.unlink(`${this.path}.json`).catch(() => undefined);
    ours.delete(this.path);
  }

  /** Ends an attempt that failed. What can be gone on from stays, all else goes. */
  async abandon(keep: boolean): Promise<void> {
    try {
      await this.flush().catch(() => undefined);
      await this.handle.sync().catch(() => undefined);
      await this.handle.close().catch(() => undefined);
      if (keep && this.note.etag !== undefined && this.bytes > 0) await this.saveNote().catch(() => undefined);
      else {
        await this.files.unlink(this.path).catch(() => undefined);
        await this.files.unlink(`${this.path}.json`).catch(() => undefined);
      }
    } finally {
      ours.delete(this.path);
    }
  }

  private async flush(): Promise<void> {
    await this.writing;
    this.writing = undefined;
    const chunks = this.gathered;
    const position = this.bytes - this.gatheredBytes;
    this.gathered = [];
    this.gatheredBytes = 0;
    if (this.writeError !== undefined) throw this.writeError;
    await writeFully(this.handle, chunks, position);
  }

  private async hashAdopted(): Promise<void> {
    const buffer = Buffer.allocUnsafe(writeSize);
    for (let position = 0; position < this.bytes; ) {
      const { bytesRead } = await this.handle.read(buffer, 0, Math.min(buffer.length, this.bytes - position), position);
      if (bytesRead === 0) throw new Error('the file became shorter while it was read');
      this.hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
  }

  /** Replaced as a whole, so that nobody reads half a note. */
  private async saveNote(): Promise<void> {
    const fresh = `${this.path}.json.${this.note.owner.token}`;
    await this.files.writeFile(fresh, JSON.stringify(this.note));
    await this.files.rename(fresh, `${this.path}.json`);
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error, 'write the download', this.path);
    }
  }
}

/** A write may take fewer bytes than it was given: go on with the rest until all are written. */
async function writeFully(handle: FileHandle, chunks: Buffer[], position: number): Promise<void> {
  let left = chunks;
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left, position);
    if (bytesWritten === 0) throw Object.assign(new Error('the disk took no more bytes'), { code: 'ENOSPC' });
    position += bytesWritten;
    const rest = left.findIndex((chunk) => (bytesWritten < chunk.length ? true : ((bytesWritten -= chunk.length), false)));
    left = rest < 0 ? [] : [(left[rest] as Buffer).subarray(bytesWritten), ...left.slice(rest + 1)];
  }
}

/**
 * Puts a note of ours in its place, unless a live download has one there.
 *
 * @returns nothing where the part is taken; else what the note of an earlier download said, where there was one that can be read
 */
async function takeNote(path: string, note: PartNote, files: FileSystem): Promise<{ note?: PartNote } | undefined> {
  try {
    await files.writeFile(path, JSON.stringify(note), { flag: 'wx' });
    return {};
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  const earlier = await readNote(path, files);
  if (!earlier || isAlive(earlier.owner)) return undefined;
  // Of several that find the note abandoned, one succeeds in moving it away.
  const aside = `${path}.${note.owner.token}`;
  try {
    await files.rename(path, aside);
    const moved = await readNote(aside, files);
    await files.unlink(aside);
    if (moved?.owner.token !== earlier.owner.token) return undefined;
    await files.writeFile(path, JSON.stringify(note), { flag: 'wx' });
    return { note: earlier };
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'EEXIST')) return undefined;
    throw error;
  }
}

async function readNote(path: string, files: FileSystem): Promise<PartNote | undefined> {
  try {
    const note = JSON.parse(await files.readFile(path, 'utf8')) as Partial<PartNote> | null;
    const { version, origin, etag, total, owner } = note ?? {};
    const valid =
      version === 1 &&
      typeof origin === 'string' &&
      (etag === undefined || typeof etag === 'string') &&
      (total === undefined || (Number.isSafeInteger(total) && total >= 0)) &&
      Number.isSafeInteger(owner?.pid) &&
      typeof owner?.host === 'string' &&
      typeof owner.token === 'string';
    return valid ? (note as PartNote) : undefined;
  } catch {
    return undefined;
  }
}

/** Parts of this process are known. Of a process on another machine nothing is known: its part is taken to be in use. */
function isAlive(owner: PartNote['owner']): boolean {
  if (owner.host !== hostname()) return true;
  if (owner.pid === process.pid) return false;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}
