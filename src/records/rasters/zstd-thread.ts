import { createRequire } from 'node:module';
import { loadedLate } from '../../modules/loaded-late';
import { AskedThread } from '../../processes/asked-thread';

/**
 * What runs in the thread. The library is told how much may come out and allocates no more than that, whatever the frame says about its window
 * (GDAL's say up to 128 MiB) and its content; it returns nothing for a frame that is corrupt or would need more.
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

/** How long an idle thread is kept: the next block of a grid comes much sooner. */
const IDLE_MS = 5000;

let thread: AskedThread<{ block: Uint8Array; mostBytes: number }, Uint8Array> | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Zstandard (RFC 8878), off the event loop: Node.js has it only from 22.15 on, and the library would block the loop for as long as a block takes.
 *
 * @throws Error if it is corrupt, or more than `mostBytes` would come out; if the thread cannot be started, or ends
 */
export async function zstdBlock(block: Buffer, mostBytes: number): Promise<Buffer> {
  if (!thread || thread.isLost) thread = new AskedThread(PROGRAM, library().path);
  const bytes = await thread.ask({ block, mostBytes }).finally(endWhereIdle);
  if (bytes.length === 0) throw new Error('its ZSTD data are corrupt');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The decoder that comes with the GeoTIFF library, which itself uses it without bounds. */
const library = loadedLate(() => ({ path: createRequire(require.resolve('geotiff')).resolve('zstddec') }));

function endWhereIdle(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (!thread?.isBusy) thread?.close();
  }, IDLE_MS).unref();
}
