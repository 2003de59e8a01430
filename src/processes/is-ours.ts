import type { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Whether a file or folder is this user's. Another user can change at any moment what they have put into a folder that all may write to, such as that
 * for temporary files. On a share, everything may belong to one user, as its folder does.
 *
 * @param owner owner of what is at `path`
 */
export async function isOurs(owner: number, path: string, files: { lstat: typeof lstat }): Promise<boolean> {
  return owner === process.geteuid?.() || owner === (await files.lstat(dirname(path))).uid;
}
