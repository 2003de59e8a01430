import { dirname, join } from 'node:path';
import { isOurs } from '../processes/is-ours';
import { temporaryName } from '../processes/temporary-name';
import type { DownloadFiles } from './download-files';

/**
 * Whether this user made what is at a path: either {@link isOurs} says so, or it is on a share that gives all files one owner unknown here. On such
 * a share, a file made now has that owner, too; what another user put into a folder of this machine has another one.
 *
 * @param owner of what is at the path
 */
export async function isMadeByUs(owner: number, path: string, files: DownloadFiles): Promise<boolean> {
  return (await isOurs(owner, path, files)) || owner === (await ownerOfNewFile(dirname(path), files));
}

async function ownerOfNewFile(folder: string, files: DownloadFiles): Promise<number> {
  const path = join(folder, temporaryName());
  await files.writeFile(path, '', { flag: 'wx' });
  try {
    return (await files.lstat(path)).uid;
  } finally {
    await files.unlink(path);
  }
}
