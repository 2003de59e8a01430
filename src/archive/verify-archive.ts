import type { Readable } from 'node:stream';
import { openArchive, type ArchiveSource } from './safe-archive';

/**
 * Checks a zip without keeping anything of it.
 *
 * @param options `deep`: also reads every entry and compares its length and checksum; takes as long as unpacking it
 * @returns the number of files in it
 * @throws SOIL_ARCHIVE for a zip that is corrupt or unsafe; SOIL_STORAGE if the file cannot be read
 */
export async function verifyArchive(source: ArchiveSource, options: { deep?: boolean; signal?: AbortSignal } = {}): Promise<number> {
  const archive = await openArchive(source);
  try {
    if (options.deep) {
      for (const entry of archive.entries) await read(archive.open(entry), options.signal);
    }
    return archive.entries.length;
  } finally {
    await archive.close();
  }
}

async function read(content: Readable, signal: AbortSignal | undefined): Promise<void> {
  for await (const _ of content) signal?.throwIfAborted();
}
