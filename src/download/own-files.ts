import { dirname, join } from 'node:path';
import { isOurs } from '../processes/is-ours';
import { temporaryName } from '../processes/temporary-name';
import type { DownloadFiles } from './download-files';

/**
 * Whether what has a path was made by this user: as {@link isOurs} has it, or as a share does that gives all files one owner who is nobody here. There,
 * what is made now shows that owner; what another user put into a folder of this machine has another one.
 *
 * @param owner of what has the path
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
