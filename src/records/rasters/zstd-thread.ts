import { createRequire } from 'node:module';
import { loadedLate } from '../../errors/loaded-late';
import { AskedThread } from '../../processes/asked-thread';

/**
 * What runs in the thread. The library is told how much may come out and makes no more room than that, whatever the frame says of its window
 * (GDAL's say up to 128 MiB) and its content; it gives nothing for a frame that is corrupt or would need more.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { ZSTDDecoder } = require(workerData);
const decoder = new ZSTDDecoder();
parentPort.on('message', async ({ block, mostBytes }) => {
  await decoder.init();
  const bytes = decoder.decode(block, mostBytes);
  parentPort.postMessage(bytes, [bytes.buffer]);
});
`;

/** So long a thread stays that has nothing to do: the next block of a grid comes much sooner. */
const IDLE_MS = 5000;

let thread: AskedThread<{ block: Uint8Array; mostBytes: number }, Uint8Array> | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Zstandard (RFC 8878), off the event loop: Node.js has it only from 22.15 on, and the library would stop the loop for as long as a block takes.
 *
 * @throws Error where it is corrupt, or more than `mostBytes` would come out; where the thread cannot be had, or ends
 */
export async function zstdBlock(block: Buffer, mostBytes: number): Promise<Buffer> {
  if (!thread || thread.isLost) thread = new AskedThread(PROGRAM, library().path);
  const bytes = await thread.ask({ block, mostBytes }).finally(endWhereIdle);
  if (bytes.length === 0) throw new Error('its ZSTD data are corrupt');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** That of the library that reads GeoTIFF: its own way to use it has no bounds. */
const library = loadedLate(() => ({ path: createRequire(require.resolve('geotiff')).resolve('zstddec') }));

function endWhereIdle(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (!thread?.isBusy) thread?.close();
  }, IDLE_MS).unref();
}
