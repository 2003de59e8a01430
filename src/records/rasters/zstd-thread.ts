import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * What runs in the thread. The library is told how much may come out and makes no more room than that, whatever the frame says of its window
 * (GDAL's say up to 128 MiB) and its content; it gives nothing for a frame that is corrupt or would need more.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { ZSTDDecoder } = require(workerData);
const decoder = new ZSTDDecoder();
parentPort.on('message', async ({ number, block, mostBytes }) => {
  await decoder.init();
  const bytes = decoder.decode(block, mostBytes);
  parentPort.postMessage({ number, bytes }, [bytes.buffer]);
});
`;

/** So long a thread stays that has nothing to do: the next block of a grid comes much sooner. */
const IDLE_MS = 5000;

interface Answer {
  number: number;
  bytes: Uint8Array;
}

/**
 * A thread that unpacks Zstandard: Node.js has it only from 22.15 on, and the library would stop the event loop for as long as a block takes.
 * Started when the first block comes; it keeps the process only while it works.
 */
class ZstdThread {
  private readonly waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;
  private last = 0;

  unpack(block: Uint8Array, mostBytes: number): Promise<Uint8Array> {
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    worker.ref();
    const number = (this.last += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      worker.postMessage({ number, block, mostBytes });
    });
  }

  private start(): Worker {
    // The library of the library that reads GeoTIFF: its own way to use it has no bounds.
    const library = createRequire(require.resolve('geotiff')).resolve('zstddec');
    const worker = new Worker(PROGRAM, { eval: true, workerData: library, execArgv: [], env: {} });
    worker.on('message', ({ number, bytes }: Answer) => {
      this.waiting.get(number)!.resolve(bytes);
      this.waiting.delete(number);
      if (this.waiting.size > 0) return;
      worker.unref();
      this.idle = setTimeout(() => {
        this.worker = null;
        void worker.terminate();
      }, IDLE_MS).unref();
    });
    worker.on('error', (error) => this.end(worker, error));
    worker.on('exit', () => this.end(worker, new Error('the thread that unpacks its blocks ended')));
    return worker;
  }

  private end(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

const thread = new ZstdThread();

/**
 * Zstandard (RFC 8878), off the event loop.
 *
 * @throws Error where it is corrupt, or more than `mostBytes` would come out
 */
export async function zstdBlock(block: Buffer, mostBytes: number): Promise<Buffer> {
  const bytes = await thread.unpack(block, mostBytes);
  if (bytes.length === 0) throw new Error('its ZSTD data are corrupt');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
