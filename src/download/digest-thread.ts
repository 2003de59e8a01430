import { Worker } from 'node:worker_threads';
import type { Digest } from './digest';

const BLOCK_BYTES = 1024 * 1024;
const BLOCKS = 3;

/** Runs in the thread: takes blocks and gives them back, for the next bytes. */
const WORK = `
const { parentPort } = require('node:worker_threads');
const hash = require('node:crypto').createHash('sha256');
parentPort.on('message', ({ block, bytes }) => {
  if (!block) return parentPort.postMessage({ sha256: hash.digest('hex') });
  hash.update(new Uint8Array(block, 0, bytes));
  parentPort.postMessage({ block }, [block]);
});
`;

interface Answer {
  block?: ArrayBuffer;
  sha256?: string;
}

/** A SHA-256 made in a thread of its own. Where the thread cannot be had, or ends before its time, the digest is lost, and nothing else. */
export class DigestThread implements Digest {
  private readonly worker: Worker | undefined;
  private readonly free: ArrayBuffer[] = Array.from({ length: BLOCKS }, () => new ArrayBuffer(BLOCK_BYTES));
  private block: Uint8Array | undefined;
  private gathered = 0;
  /** A piece that waits for room, whoever waits for it. */
  private waiting: Promise<void> | undefined;
  private isLost = false;
  private sha256: string | undefined;
  /** Resolves at the next answer, or at the end of the thread. */
  private next = Promise.resolve();
  private wake: () => void = () => undefined;

  constructor() {
    this.expect();
    try {
      this.worker = new Worker(WORK, { eval: true, execArgv: [], env: {} });
    } catch {
      // The permission model of Node.js allows no threads.
      this.isLost = true;
      return;
    }
    this.worker.on('message', (answer: Answer) => this.take(answer));
    this.worker.on('error', () => this.lose());
    this.worker.on('exit', () => this.lose());
  }

  update(piece: Buffer): Promise<void> | undefined {
    const rest = this.gather(piece);
    if (rest.length === 0) return undefined;
    return (this.waiting = this.gatherLater(rest).finally(() => {
      this.waiting = undefined;
    }));
  }

  async finish(): Promise<string | undefined> {
    while (this.waiting) await this.waiting;
    this.sendBlock();
    this.worker?.postMessage({});
    while (!this.isLost && this.sha256 === undefined) await this.next;
    return this.sha256;
  }

  close(): void {
    this.lose();
    void this.worker?.terminate();
  }

  /** Copies as much of it as there is room for, and gives back the rest. */
  private gather(piece: Buffer): Buffer {
    while (piece.length > 0 && !this.isLost) {
      this.block ??= this.nextBlock();
      if (!this.block) return piece;
      const taken = piece.copy(this.block, this.gathered);
      this.gathered += taken;
      piece = piece.subarray(taken);
      if (this.gathered === BLOCK_BYTES) this.sendBlock();
    }
    return piece.subarray(piece.length);
  }

  private async gatherLater(piece: Buffer): Promise<void> {
    for (let rest = piece; rest.length > 0; rest = this.gather(rest)) await this.next;
  }

  private nextBlock(): Uint8Array | undefined {
    const block = this.free.pop();
    return block && new Uint8Array(block);
  }

  /** The block leaves this thread: it cannot be read here until it comes back. */
  private sendBlock(): void {
    if (!this.block) return;
    const { buffer } = this.block;
    this.worker?.postMessage({ block: buffer, bytes: this.gathered }, [buffer as ArrayBuffer]);
    this.block = undefined;
    this.gathered = 0;
  }

  private take({ block, sha256 }: Answer): void {
    if (block) this.free.push(block);
    this.sha256 = sha256;
    this.goOn();
  }

  private lose(): void {
    this.isLost = true;
    this.goOn();
  }

  private goOn(): void {
    this.wake();
    this.expect();
  }

  private expect(): void {
    this.next = new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
