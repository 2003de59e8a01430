import { AskedThread } from '../processes/asked-thread';
import type { Digest } from './digest';

/** Says when it has done with a piece, which lies in memory that both share, or is a copy. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const hash = require('node:crypto').createHash('sha256');
parentPort.on('message', (piece) => {
  if (piece) hash.update(piece);
  parentPort.postMessage(piece ? undefined : hash.digest('hex'));
});
`;

/** A SHA-256 made in a thread of its own. Where the thread cannot be had, or ends before its time, the digest is lost, and nothing else. */
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
    return this.thread.ask(piece).catch(() => undefined);
  }
}
