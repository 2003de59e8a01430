/** How much a zip may claim to hold. Checked against its directory before anything is read, and again while reading. */
export interface ArchiveLimits {
  /** Entries, folders included. */
  entries: number;
  /** Bytes of all entries together, uncompressed. */
  bytes: number;
  /** Bytes of one entry, uncompressed. */
  entryBytes: number;
  /** Uncompressed bytes to compressed ones, of an entry and of the whole; up to `harmlessBytes` any ratio is allowed. */
  ratio: number;
  harmlessBytes: number;
  /** Length of the directory in the file. */
  directoryBytes: number;
}

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/**
 * Far above what the service exports (a few files, text packed about 10:1), far below what does harm. Deflate reaches 1032:1, which a
 * raster without data can come near, so the ratio counts only for large contents.
 */
export const DEFAULT_LIMITS: ArchiveLimits = {
  entries: 10_000,
  bytes: 256 * GiB,
  entryBytes: 128 * GiB,
  ratio: 250,
  harmlessBytes: 512 * MiB,
  directoryBytes: 16 * MiB,
};
