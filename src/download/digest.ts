import { createHash } from 'node:crypto';
import { DigestThread } from './digest-thread';

/** The SHA-256 of a file that comes piece by piece. */
export interface Digest {
  /** Gives a promise where it takes its time: until then, the piece must not change. */
  update(piece: Buffer): Promise<void> | undefined;
  /** Of everything, in hexadecimal; nothing where it was lost on the way and has to be made from the file. */
  finish(): Promise<string | undefined>;
  /** Lets go of what it holds, finished or not. */
  close(): void;
}

/** Made in the thread of the caller: nothing to start, nothing to lose. */
export class DigestHere implements Digest {
  private readonly hash = createHash('sha256');

  update(piece: Buffer): undefined {
    this.hash.update(piece);
  }

  finish(): Promise<string> {
    return Promise.resolve(this.hash.digest('hex'));
  }

  close(): void {
    // It holds nothing.
  }
}

/** @param isLarge whether a thread of its own is worth its start: the flows go on while it computes */
export function startDigest(isLarge: boolean): Digest {
  return isLarge ? new DigestThread() : new DigestHere();
}
