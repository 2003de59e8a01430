import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { nothingWhere } from '../errors/storage-error';
import type { DownloadFiles } from './download-files';
import { isMadeByUs } from './own-files';
import type { Held, KnownFile } from './range-answer';

const { O_CREAT, O_RDWR, O_TRUNC, O_NOFOLLOW, O_EXCL } = constants;

/** The open file of a part, and how much of it can be resumed. */
export interface OpenedPart {
  handle: FileHandle;
  held: Held;
}

/**
 * Makes the file of a part; `undefined` if one of that name is there: without a note beside it, it is not ours.
 *
 * @throws the system's errors
 */
export async function makePart(path: string, files: DownloadFiles): Promise<OpenedPart | undefined> {
  const handle = await files.open(path, O_CREAT | O_RDWR | O_EXCL, 0o666).catch(nothingWhere('EEXIST'));
  return handle && { handle, held: { bytes: 0 } };
}

/**
 * Opens what an earlier download left, or a new file if it left none; `undefined` for a link or a folder, which no download made, and for a file
 * that another user could change after it was checked.
 *
 * @param known what its note says of the file that is fetched now; if that is nothing, the bytes there are another file's, and are dropped
 * @throws the system's errors
 */
export async function openLeftPart(path: string, known: KnownFile, files: DownloadFiles): Promise<OpenedPart | undefined> {
  const state = await files.lstat(path).catch(nothingWhere('ENOENT'));
  if (state && !(state.isFile() && (await isMadeByUs(state.uid, path, files)))) return undefined;
  // With more than one name, it is also a finished file, and must not change.
  if (state && state.nlink > 1) await files.unlink(path);
  const { etag, total = Infinity } = known;
  const isUsable = state?.nlink === 1 && etag !== undefined && state.size <= total;
  const handle = await files.open(path, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0) | (isUsable ? 0 : O_TRUNC), 0o666);
  return { handle, held: isUsable ? { ...known, bytes: state.size } : { bytes: 0 } };
}
