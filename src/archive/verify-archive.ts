import type { Readable } from 'node:stream';
import type { ArchiveLimits } from './archive-limits';
import { openArchive, type ArchiveSource } from './safe-archive';

/**
 * Checks a zip without keeping anything of it.
 *
 * @param options `deep`: also reads every entry and compares its length and checksum; takes as long as unpacking it
 * @returns the number of files in it, and their bytes, uncompressed
 * @throws SOIL_ARCHIVE for a zip that is corrupt or unsafe; SOIL_STORAGE where the file cannot be read
 */
export async function verifyArchive(
  source: ArchiveSource,
  options: { deep?: boolean; limits?: Partial<ArchiveLimits>; signal?: AbortSignal } = {}
): Promise<{ entries: number; bytes: number }> {
  const archive = await openArchive(source, options.limits);
  try {
    if (options.deep) {
      for (const entry of archive.entries) await read(await archive.open(entry), options.signal);
    }
    return { entries: archive.entries.length, bytes: archive.entries.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    await archive.close();
  }
}

async function read(content: Readable, signal: AbortSignal | undefined): Promise<void> {
  for await (const _ of content) signal?.throwIfAborted();
}
