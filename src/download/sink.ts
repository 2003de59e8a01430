import type { ArchiveSource } from '../archive/safe-archive';
import type { Held, KnownFile } from './range-answer';

/** Where the bytes of a transfer go. */
export interface Sink {
  /** What is held already; kept up to date by the sink. */
  readonly held: Readonly<Held>;
  /**
   * Drops everything. What comes next is a file of which this is known. If bytes of that very file turn up from an earlier attempt, they are held
   * afterwards, and only the rest is to come.
   */
  restart(known: KnownFile): Promise<void>;
  /** The full length became known while resuming. */
  learnTotal(total: number): Promise<void> | undefined;
  /** What is held is of no use for resuming. */
  forget(): void;
  /** Appends. Returns a promise if the writer must wait. */
  write(chunk: Buffer): Promise<void> | undefined;
}

/** Checks everything that was fetched, and throws if it is not sound. Resolves with the number of files in the zip. */
export type Check = (content: ArchiveSource) => Promise<number>;

/** A download that is whole, sound and on the disk. */
export interface FinishedFile {
  /** Where it lies until it gets its name. */
  path: string;
  /** Hexadecimal. */
  sha256: string;
  entries: number;
}

/** Where the bytes of a file go, and what becomes of them then. */
export interface FileSink extends Sink {
  /** Whether it holds bytes of an earlier run: they may have been damaged since (a crash of the machine), so every one is to be checked. */
  readonly adopted: boolean;
  /**
   * All of it is there: has it checked, and syncs it to the disk.
   *
   * @throws what `check` throws; SOIL_STORAGE
   */
  finish(check: Check): Promise<FinishedFile>;
  /** It has moved to its place: syncs the folder to the disk. */
  release(): Promise<void>;
  /** Ends an attempt that failed. What can be resumed stays, all else is removed. */
  abandon(): Promise<void>;
}
