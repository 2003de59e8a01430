import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { extractArchive } from '../archive/extract-archive';
import { isFolderToKeep } from '../archive/folder-to-keep';
import { verifyArchive } from '../archive/verify-archive';
import { isThere } from '../disk/is-there';
import { realFolder } from '../disk/real-folder';
import { systemFiles } from '../disk/system-files';
import { isSoilError } from '../errors/soil-error';
import { storageError } from '../errors/storage-error';
import { parsedUrl } from '../foreign/parsed-url';
import { systemClock } from '../time/clock';
import { isLoopbackUrl } from '../transport/address-scope';
import { ByteSource } from '../transport/byte-source';
import { publicUrl } from '../transport/redaction';
import type { DownloadFiles } from './download-files';
import { DownloadLink } from './download-link';
import type { DownloadParts, DownloadRequest, Downloaded, DownloadedBuffer, DownloadedFile, TransferRequest } from './download-request';
import { keptFile, keptFolder } from './earlier-download';
import { GrowingFile } from './growing-file';
import { keptSource } from './kept-source';
import { MemoryPart } from './memory-part';
import { folderFor, Placing } from './placing';
import { ProgressReporter } from './progress';
import { RetryBudget } from './retry-budget';
import { safeFilename } from './safe-filename';
import type { Sink } from './sink';
import { Transfer } from './transfer';

/**
 * Downloads the zip of a completed job to a file: resumed after breaks, verified (length, signature, directory), and synced to the disk before
 * it gets its name. Until then a large one is `<name>.part`, which the next attempt resumes after a network failure, an abort or a page in its place.
 *
 * @throws SOIL_DOWNLOAD, SOIL_UNAVAILABLE, SOIL_RATE_LIMITED for the transfer; SOIL_LINK_EXPIRED; SOIL_ARCHIVE for a zip that is unsafe or
 * corrupt; SOIL_STORAGE for the disk; the signal's reason
 */
export async function downloadFile(request: DownloadRequest, parts: DownloadParts = {}): Promise<DownloadedFile> {
  const files = parts.files ?? systemFiles;
  const folder = await openFolder(request.directory, files);
  const target = join(folder, safeFilename(request.filename));
  const keeps = request.exists === 'keep';
  const keepsFile = keeps && (await isThere(target, files, 'look for an earlier download'));
  if (keeps && !keepsFile && request.extract && (await isFolderToKeep(folderFor(target), files))) return keptFolder(folderFor(target), request.expires);
  return keepsFile ? keep(target, request) : fetchFile(target, request, parts, files);
}

/** Downloads the zip of a completed job into memory, with the same care as {@link downloadFile}. */
export async function downloadBuffer(request: TransferRequest & { maxBytes: number }, parts: DownloadParts = {}): Promise<DownloadedBuffer> {
  let done: Transferred | undefined;
  for (let isLast = false; ; isLast = true) {
    const part = new MemoryPart();
    done = withEarlier(await transferInto(part, request, parts), done);
    const mayBeCut = isOfUnknownLength(part);
    const buffer = part.take();
    try {
      const entries = await verifyArchive(buffer);
      return { buffer, bytes: buffer.length, sha256: createHash('sha256').update(buffer).digest('hex'), ...done, entries };
    } catch (error) {
      if (isLast || !mayBeCut || !isSoilError(error, 'SOIL_ARCHIVE')) throw error;
    }
  }
}

/** Gives the file that was there before, and its folder. */
async function keep(target: string, request: DownloadRequest): Promise<DownloadedFile> {
  const file = await keptFile(target, request);
  if (!request.extract) return file;
  const path = await extractArchive(target, folderFor(target), { exists: request.exists, signal: request.signal });
  return { ...file, path, archive: target };
}

/** Whether nobody could tell if a gateway had lost its service in the middle of the answer: a corrupt zip is then worth another try. */
function isOfUnknownLength({ held }: Sink): boolean {
  return held.total === undefined;
}

async function fetchFile(target: string, request: DownloadRequest, parts: DownloadParts, files: DownloadFiles): Promise<DownloadedFile> {
  const { clock = systemClock, smallBytes } = parts;
  const { signal } = request;
  let done: Transferred | undefined;
  for (let isLast = false; ; ) {
    const growing = await GrowingFile.open({ target, origin: originOf(request), files, now: clock.now(), smallBytes, signal });
    const placing = new Placing(target, request, files);
    try {
      done = withEarlier(await transferInto(growing, request, parts), done);
      const mayBeCut = isOfUnknownLength(growing);
      const finished = await growing.finish((content) => verifyArchive(content, { deep: growing.adopted, signal })).catch((error: unknown) => {
        if (!isSoilError(error, 'SOIL_ARCHIVE')) throw error;
        growing.forget();
        // The corruption may be in what an earlier run left: try again from the start.
        if (growing.adopted) return undefined;
        if (isLast || !mayBeCut) throw error;
        isLast = true;
        return undefined;
      });
      if (!finished) continue;
      // Stopped by now, its message would not go on with it: the next attempt has all of it.
      signal?.throwIfAborted();
      const { path: ready, ...checked } = finished;
      const places = await placing.run(ready);
      if (places) return { ...places, bytes: growing.held.bytes, ...checked, ...done };
      growing.forget();
    } finally {
      await (placing.isDone ? growing.release() : growing.abandon());
    }
    return withEarlier(await keep(target, request), done);
  }
}

type Transferred = Pick<Downloaded, 'attempts' | 'resumed' | 'expires'>;

/** With the requests that were made for what could not be used. */
function withEarlier<T extends Transferred>(done: T, earlier: Transferred | undefined): T {
  return earlier ? { ...done, attempts: done.attempts + earlier.attempts, resumed: done.resumed + earlier.resumed } : done;
}

async function transferInto(sink: Sink, request: TransferRequest, parts: DownloadParts): Promise<Transferred> {
  const { clock = systemClock, random = Math.random } = parts;
  const { url, expires, renew, apiOrigin, allowPrivateHosts, tls, proxy, timeoutSeconds, signal, onDelay } = request;
  const link = new DownloadLink({ url, expires }, renew, clock);
  const allowLoopback = isLoopbackUrl(apiOrigin);
  const settings = { allowLoopback, allowPrivateHosts, apiOrigin, tls, proxy, timeoutSeconds };
  // A source with a clock or name service of its own is not shared.
  const own = parts.clock || parts.resolve ? new ByteSource(settings, { clock, resolve: parts.resolve }) : undefined;
  const source = own ?? keptSource(settings);
  try {
    const { maxBytes = Infinity, retryBudgetSeconds } = request;
    const progress = new ProgressReporter(clock, request.onProgress);
    const budget = new RetryBudget(retryBudgetSeconds, random, sink.held.bytes);
    const transfer = new Transfer({ source, link, sink, budget, maxBytes, progress, onDelay, signal, clock });
    await transfer.run();
    return { attempts: transfer.attempts, resumed: transfer.resumed, expires: link.expires };
  } finally {
    await own?.close();
  }
}

/** What a part is tied to: the job at its service, or else the link without its signed part, as a digest. */
function originOf({ job, service = '', url }: DownloadRequest): string {
  if (job !== undefined) return `job ${job} of ${service}`;
  const address = parsedUrl(url);
  return `link ${createHash('sha256').update(address ? publicUrl(address) : url).digest('hex')}`;
}

async function openFolder(directory: string, files: DownloadFiles): Promise<string> {
  try {
    return await realFolder(directory, files);
  } catch (error) {
    throw storageError(error, 'make the folder for downloads', directory);
  }
}
