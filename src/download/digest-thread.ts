import { AskedThread } from '../processes/asked-thread';
import type { Digest } from './digest';

/** Reports when it is done with a piece, which is in memory shared by both, or a copy. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const hash = require('node:crypto').createHash('sha256');
parentPort.on('message', (piece) => {
  if (piece) hash.update(piece);
  parentPort.postMessage(piece ? undefined : hash.digest('hex'));
});
`;

/** A SHA-256 made in a thread of its own. If the thread cannot start, ends early or cannot be given a piece, only the digest is lost. */
export class DigestThread implements Digest {
  private readonly thread = new AskedThread<Buffer | null, string | undefined>(PROGRAM);

  async update(piece: Buffer): Promise<void> {
    await this.give(piece);
  }

  finish(): Promise<string | undefined> {
    return this.give(null);
  }

  close(): void {
    this.thread.close();
  }

  private give(piece: Buffer | null): Promise<string | undefined> {
    return this.thread.ask(piece).catch(() => {
      // It may have failed for this piece alone: a digest of the others would be wrong.
      this.close();
      return undefined;
    });
  }
}
