import { finished } from 'node:stream/promises';
import type { ArchiveLimits } from './archive-limits';
import { openArchive } from './safe-archive';

/**
 * Checks a zip without keeping anything of it.
 *
 * @param options `deep`: also reads every entry and compares its length and checksum; takes as long as unpacking it
 * @returns the number of files in it, and their bytes, uncompressed
 * @throws SOIL_ARCHIVE for a zip that is corrupt or unsafe; SOIL_STORAGE where the file cannot be read
 */
export async function verifyArchive(
  source: string | Buffer,
  options: { deep?: boolean; limits?: Partial<ArchiveLimits> } = {}
): Promise<{ entries: number; bytes: number }> {
  const archive = await openArchive(source, options.limits);
  try {
    if (options.deep) {
      for (const entry of archive.entries) await finished((await archive.open(entry)).resume());
    }
    return { entries: archive.entries.length, bytes: archive.entries.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    await archive.close();
  }
}
