import { createHash } from 'node:crypto';
import { DigestThread } from './digest-thread';

/** The SHA-256 of a file that comes piece by piece. */
export interface Digest {
  /** Returns a promise if it takes a while: until that resolves, the piece must not change. */
  update(piece: Buffer): Promise<void> | undefined;
  /** Of everything, in hexadecimal; `undefined` if it was lost on the way and has to be made from the file. */
  finish(): Promise<string | undefined>;
  /** Frees what it holds, finished or not. */
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

/** @param isLarge whether it is worth starting a thread for: the flows then go on while it computes */
export function startDigest(isLarge: boolean): Digest {
  return isLarge ? new DigestThread() : new DigestHere();
}
