import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyArchive } from '../archive/verify-archive';
import { fileDigest } from '../disk/file-digest';
import { SoilError, isSoilError } from '../errors/soil-error';
import { storageError } from '../errors/storage-error';
import type { DownloadRequest, DownloadedFile } from './download-request';

/** The file that was there before, as if it had just come. */
export async function keptFile(path: string, request: DownloadRequest): Promise<DownloadedFile> {
  try {
    // It may be corrupt, and would then be handed out for ever.
    const entries = await verifyArchive(path, { deep: true, signal: request.signal });
    return { path, ...(await fileDigest(path, request.signal)), resumed: 0, attempts: 0, expires: request.expires ?? null, entries };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (!isSoilError(error, 'SOIL_ARCHIVE')) throw storageError(error, 'read the file that was kept', path);
    throw new SoilError('SOIL_ARCHIVE', `${path} already exists and is to be kept, but it is not a complete zip file. Remove it, or choose "replace".`, error.cause);
  }
}

/** The folder that was there before, without the zip that its files came in: nothing is known of that zip, so nothing is said of it. */
export async function keptFolder(path: string, expires: string | undefined): Promise<DownloadedFile> {
  let bytes = 0;
  let entries = 0;
  try {
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      bytes += (await lstat(join(entry.parentPath, entry.name))).size;
      entries++;
    }
  } catch (error) {
    throw storageError(error, 'read the folder that was kept', path);
  }
  return { path, bytes, sha256: null, resumed: 0, attempts: 0, expires: expires ?? null, entries };
}
