import type { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Whether what has a path is this user's. What another has put into a folder that all may write to, as that for temporary files, is theirs to change at
 * any moment. On a share, everything may belong to one user, as its folder does.
 *
 * @param owner of what has the path
 */
export async function isOurs(owner: number, path: string, files: { lstat: typeof lstat }): Promise<boolean> {
  return owner === process.geteuid?.() || owner === (await files.lstat(dirname(path))).uid;
}
