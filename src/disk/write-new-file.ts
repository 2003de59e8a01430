import { appendFully } from './write-fully';

interface NewFiles {
  /** Fails if there is a file of that name. */
  open(file: string, mode: 'create'): Promise<{ write(bytes: Buffer): Promise<number>; sync(): Promise<void>; close(): Promise<void> }>;
  remove(file: string): Promise<void>;
}

/**
 * Writes a new file and syncs it to the disk. If that fails, nothing of it stays.
 *
 * @throws the system's errors; EEXIST if there is one
 */
export async function writeNewFile(file: string, bytes: Buffer, files: NewFiles): Promise<void> {
  const opened = await files.open(file, 'create');
  try {
    try {
      await appendFully(opened, bytes);
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch (error) {
    await files.remove(file).catch(() => undefined);
    throw error;
  }
}
