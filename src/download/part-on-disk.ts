import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { nothingWhere } from '../errors/storage-error';
import type { DownloadFiles } from './download-files';
import { isMadeByUs } from './own-files';
import type { Held, KnownFile } from './range-answer';

const { O_CREAT, O_RDWR, O_TRUNC, O_NOFOLLOW, O_EXCL } = constants;

/** The file of a part, open, with what of it can be gone on from. */
export interface OpenedPart {
  handle: FileHandle;
  held: Held;
}

/**
 * Makes the file of a part. Gives nothing where one of that name is there: without a note beside it, it is not ours.
 *
 * @throws what the system says
 */
export async function makePart(path: string, files: DownloadFiles): Promise<OpenedPart | undefined> {
  const handle = await files.open(path, O_CREAT | O_RDWR | O_EXCL, 0o666).catch(nothingWhere('EEXIST'));
  return handle && { handle, held: { bytes: 0 } };
}

/**
 * Opens what an earlier download left, or a new file where it left none. Gives nothing for a link or a folder, which no download made, and for what
 * another user can change when it has been checked.
 *
 * @param known what its note says of the file that is fetched now: without it, what is there are bytes of another, and dropped
 * @throws what the system says
 */
export async function openLeftPart(path: string, known: KnownFile, files: DownloadFiles): Promise<OpenedPart | undefined> {
  const state = await files.lstat(path).catch(nothingWhere('ENOENT'));
  if (state && !(state.isFile() && (await isMadeByUs(state.uid, path, files)))) return undefined;
  // More than one name: it is a finished file as well, and must not change.
  if (state && state.nlink > 1) await files.unlink(path);
  const { etag, total = Infinity } = known;
  const isUsable = state?.nlink === 1 && etag !== undefined && state.size <= total;
  const handle = await files.open(path, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0) | (isUsable ? 0 : O_TRUNC), 0o666);
  return { handle, held: isUsable ? { ...known, bytes: state.size } : { bytes: 0 } };
}
