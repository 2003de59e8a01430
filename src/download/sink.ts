import type { ArchiveSource } from '../archive/safe-archive';
import type { Held, KnownFile } from './range-answer';

/** Where the bytes of a transfer go. */
export interface Sink {
  /** What is held already; kept up to date by the sink. */
  readonly held: Readonly<Held>;
  /**
   * Drops everything. What comes next is a file of which this is known; nothing where an answer is still to tell. Where bytes of that very file
   * turn up, they are held then: only the rest is to come.
   */
  restart(known?: KnownFile): Promise<void>;
  /** The full length became known while going on. */
  learnTotal(total: number): Promise<void> | undefined;
  /** What is held is of no use for going on. */
  forget(): void;
  /** Appends. Gives a promise where the writer must wait. */
  write(chunk: Buffer): Promise<void> | undefined;
}

/** Looks at everything that was fetched, and throws where it is not sound. Gives the number of files in the zip. */
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
  /** Whether it holds bytes of an earlier run: they may have suffered since (a crash of the machine), so look at every one. */
  readonly adopted: boolean;
  /**
   * All of it is there: has it checked, and brings it to the disk.
   *
   * @throws what `check` throws; SOIL_STORAGE
   */
  finish(check: Check): Promise<FinishedFile>;
  /** It has moved to its place: brings the folder to the disk. */
  release(): Promise<void>;
  /** Ends an attempt that failed. What can be gone on from stays, all else goes. */
  abandon(): Promise<void>;
}
