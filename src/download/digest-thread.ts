import { Worker } from 'node:worker_threads';
import type { Digest } from './digest';

/** Runs in the thread: says when it has done with a piece, which lies in memory that both share, or is a copy. */
const WORK = `
const { parentPort } = require('node:worker_threads');
const hash = require('node:crypto').createHash('sha256');
parentPort.on('message', (piece) => {
  if (piece) hash.update(piece);
  parentPort.postMessage(piece ? undefined : hash.digest('hex'));
});
`;

/** A SHA-256 made in a thread of its own. Where the thread cannot be had, or ends before its time, the digest is lost, and nothing else. */
export class DigestThread implements Digest {
  private readonly worker: Worker | undefined;
  /** Who waits for the thread, in the order of what it was given. */
  private readonly waiting: ((sha256?: string) => void)[] = [];
  private isLost = false;

  constructor() {
    try {
      this.worker = new Worker(WORK, { eval: true, execArgv: [], env: {} });
    } catch {
      // The permission model of Node.js allows no threads.
      this.isLost = true;
      return;
    }
    this.worker.on('message', (sha256: string | undefined) => this.waiting.shift()?.(sha256));
    this.worker.on('error', () => this.lose());
    this.worker.on('exit', () => this.lose());
  }

  async update(piece: Buffer): Promise<void> {
    await this.give(piece);
  }

  finish(): Promise<string | undefined> {
    return this.give(null);
  }

  close(): void {
    this.lose();
    void this.worker?.terminate();
  }

  private give(piece: Buffer | null): Promise<string | undefined> {
    if (this.isLost) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.worker?.postMessage(piece);
    });
  }

  private lose(): void {
    this.isLost = true;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
