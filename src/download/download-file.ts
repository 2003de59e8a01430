import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { extractArchive } from '../archive/extract-archive';
import { verifyArchive } from '../archive/verify-archive';
import { SoilError, isSoilError } from '../errors/soil-error';
import { isSystemError, storageError } from '../errors/storage-error';
import type { JobResult } from '../service/job';
import type { Clock } from '../time/clock';
import { systemClock } from '../time/clock';
import { ByteSource } from '../transport/byte-stream';
import type { ProxyOptions, TlsOptions } from '../transport/dispatcher';
import type { Delay } from '../transport/http-client';
import type { ResolveName } from '../transport/private-address';
import { isLoopbackUrl } from '../transport/private-address';
import { DownloadLink } from './download-link';
import type { FileSystem } from './file-system';
import { systemFiles } from './file-system';
import { MemoryPart } from './memory-part';
import { PartFile } from './part-file';
import type { WhenExists } from './place-file';
import { placeFile } from './place-file';
import type { DownloadProgress } from './progress';
import { ProgressReporter } from './progress';
import { safeFilename, stemOf } from './safe-filename';
import type { Sink } from './transfer';
import { Transfer } from './transfer';

export interface DownloadRequest {
  /** The link of a completed job (section 2.5). */
  url: string;
  /** Its end, ISO 8601 UTC. */
  expires?: string;
  /** Reads the job again for a new link (section 4.7). */
  renew?: () => Promise<JobResult>;
  /** Identifier of the job: a broken-off download is gone on from for the same job only. Without it, the link without its query counts. */
  job?: string;
  /** Folder of the file; made where it is not there. */
  directory: string;
  /** Made safe: separators, reserved names and the like are replaced. */
  filename: string;
  exists: WhenExists;
  /** Larger files are refused. Default: no limit for a file, 64 MiB for a Buffer. */
  maxBytes?: number;
  /** Puts the files in the zip into a folder beside it. */
  extract?: boolean;
  /** Checks every byte of every entry before the file counts (CRC-32), not the directory alone. */
  deep?: boolean;
  allowPrivateHosts: boolean;
  /** Origin of the API: where it is on this machine, links may be so too, also by plain http; and it alone sees our client certificate. */
  apiOrigin?: string;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
  /** For connecting, for the headers and for a body that does not move. */
  timeoutSeconds: number;
  /** Longest waiting without progress. Default 300. */
  retryBudgetSeconds?: number;
  signal?: AbortSignal;
  /** At most twice a second, and at the end. */
  onProgress?: (progress: DownloadProgress) => void;
  onDelay?: (delay: Delay) => void;
}

export interface DownloadParts {
  clock?: Clock;
  random?: () => number;
  files?: FileSystem;
  /** Addresses of a name; the system's name service by default. */
  resolve?: ResolveName;
}

export interface DownloadedFile {
  /** Absolute path of the file, or of the folder where it was extracted. */
  path: string;
  /** Absolute path of the zip, where it was extracted as well. */
  archive?: string;
  /** Length of the zip. */
  bytes: number;
  /** SHA-256 of the zip, hexadecimal. */
  sha256: string;
  /** How often the transfer went on from bytes that it held. */
  resumed: number;
  /** Requests that were made for the file; 0 where an existing file was kept. */
  attempts: number;
  /** End of the link that brought it, ISO 8601 UTC. */
  expires: string | null;
  /** Files in the zip. */
  entries: number;
}

const defaultBufferBytes = 64 * 1024 * 1024;

/**
 * Downloads the zip of a completed job to a file: resumed after breaks, verified (length, signature, directory), on the disk before it
 * gets its name. Until then it is `<name>.part`, which is left behind after a network failure or an abort for the next attempt to go on from.
 *
 * @throws SOIL_DOWNLOAD, SOIL_UNAVAILABLE, SOIL_RATE_LIMITED for the transfer; SOIL_LINK_EXPIRED; SOIL_ARCHIVE for a zip that is unsafe or
 * corrupt; SOIL_STORAGE for the disk; the signal's reason
 */
export async function downloadFile(request: DownloadRequest, parts: DownloadParts = {}): Promise<DownloadedFile> {
  const files = parts.files ?? systemFiles;
  const folder = await openFolder(request.directory, files);
  const target = join(folder, safeFilename(request.filename));
  if (request.exists === 'keep' && (await isThere(target, files))) return withFolder(await keptFile(target, request), request);

  const part = await PartFile.claim(folder, safeFilename(request.filename), originOf(request), files);
  let keep = true;
  try {
    const done = await fetchInto(part, request, parts, (total) => needRoom(folder, total - part.held.bytes, files));
    const sha256 = await part.finish();
    const { entries } = await verifyArchive(part.path, { deep: request.deep ?? part.adopted });
    const path = await placeFile(part.path, target, request.exists, files);
    if (path === undefined) {
      keep = false;
      await part.abandon(false);
      return await withFolder(await keptFile(target, request), request);
    }
    await part.release();
    return await withFolder({ path, bytes: part.held.bytes, sha256, ...done, entries }, request);
  } catch (error) {
    if (isSoilError(error, 'SOIL_ARCHIVE')) keep = false;
    await part.abandon(keep);
    throw error;
  }
}

/** Downloads the zip of a completed job into memory, with the same care as {@link downloadFile}. At most 64 MiB unless `maxBytes` says otherwise. */
export async function downloadBuffer(
  request: Omit<DownloadRequest, 'directory' | 'filename' | 'exists' | 'extract'>,
  parts: DownloadParts = {}
): Promise<{ buffer: Buffer } & Omit<DownloadedFile, 'path' | 'archive'>> {
  const part = new MemoryPart();
  const done = await fetchInto(part, { ...request, maxBytes: request.maxBytes ?? defaultBufferBytes }, parts);
  const buffer = part.finish();
  const { entries } = await verifyArchive(buffer, { deep: request.deep });
  return { buffer, bytes: buffer.length, sha256: createHash('sha256').update(buffer).digest('hex'), ...done, entries };
}

async function fetchInto(
  sink: Sink,
  request: Omit<DownloadRequest, 'directory' | 'filename' | 'exists'>,
  parts: DownloadParts,
  onLength?: (total: number) => Promise<void>
): Promise<Pick<DownloadedFile, 'attempts' | 'resumed' | 'expires'>> {
  const { clock = systemClock, random = Math.random } = parts;
  const { url, expires, renew, apiOrigin, allowPrivateHosts, tls, proxy, timeoutSeconds } = request;
  const link = new DownloadLink({ url, expires }, renew, clock);
  const allowLoopback = apiOrigin !== undefined && isLoopbackUrl(apiOrigin);
  const source = new ByteSource({ allowLoopback, allowPrivateHosts, apiOrigin, tls, proxy, timeoutSeconds }, { clock, resolve: parts.resolve });
  try {
    const transfer = new Transfer({
      source,
      link,
      sink,
      maxBytes: request.maxBytes ?? Infinity,
      retryBudgetSeconds: request.retryBudgetSeconds ?? 300,
      progress: new ProgressReporter(clock, request.onProgress),
      onLength,
      onDelay: request.onDelay,
      signal: request.signal,
      clock,
      random
    });
    await transfer.run();
    return { attempts: transfer.attempts, resumed: transfer.resumed, expires: link.expires };
  } finally {
    await source.close();
  }
}

/** What a part is tied to: the job, or else the link without its signed part, as a digest. */
function originOf({ job, url }: DownloadRequest): string {
  if (job !== undefined) return `job ${job}`;
  const address = URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url;
  return `link ${createHash('sha256').update(address).digest('hex')}`;
}

async function openFolder(directory: string, files: FileSystem): Promise<string> {
  if (directory === '') throw new SoilError('SOIL_CONFIG', 'No folder for the download is set: choose one');
  const path = isAbsolute(directory) ? directory : resolve(directory);
  try {
    await files.mkdir(path, { recursive: true });
    return await files.realpath(path);
  } catch (error) {
    throw storageError(error, 'make the folder of the download', path);
  }
}

async function isThere(path: string, files: FileSystem): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw storageError(error, 'look for an earlier download', path);
  }
}

/** The file that was there before, as if it had just come. */
async function keptFile(path: string, request: DownloadRequest): Promise<DownloadedFile> {
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    const { entries } = await verifyArchive(path, { deep: request.deep });
    return { path, bytes, sha256: hash.digest('hex'), resumed: 0, attempts: 0, expires: request.expires ?? null, entries };
  } catch (error) {
    if (!isSoilError(error, 'SOIL_ARCHIVE')) throw storageError(error, 'read the file that was kept', path);
    throw new SoilError('SOIL_ARCHIVE', `${path} was there before and is to be kept, but it is no whole zip file: remove it, or choose "replace". ${error.message}`);
  }
}

async function withFolder(file: DownloadedFile, request: DownloadRequest): Promise<DownloadedFile> {
  if (!request.extract) return file;
  const { folder } = await extractArchive(file.path, stemOf(file.path), { exists: request.exists });
  return { ...file, path: folder, archive: file.path };
}

/** Says so before gigabytes are fetched in vain, where the file system tells how much room it has. */
async function needRoom(folder: string, bytes: number, files: FileSystem): Promise<void> {
  let free: number;
  try {
    const { bavail, bsize } = await files.statfs(folder);
    free = bavail * bsize;
  } catch {
    return;
  }
  if (bytes <= free) return;
  throw new SoilError('SOIL_STORAGE', `The download needs ${bytes} bytes and ${folder} has room for ${free}: free some space or choose another folder`, {
    detail: 'ENOSPC'
  });
}
