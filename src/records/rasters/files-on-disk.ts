import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isSystemError, storageError } from '../../errors/storage-error';
import { removeLeftovers } from '../../processes/leftovers';
import { temporaryName } from '../../processes/temporary-name';
import type { ExportFile } from '../export-source';

/** Extracts files from a zip to disk for random access: inside the zip, they can only be read from the front. */
export class FilesOnDisk {
  private folder: string | null = null;
  private count = 0;
  private readonly parent = os.tmpdir();

  /**
   * The path of a file, once it is on disk.
   *
   * @throws SoilError `SOIL_STORAGE` if it cannot be written, `SOIL_ARCHIVE` if the zip is corrupt; the signal's reason when aborted
   */
  async pathOf(file: ExportFile, signal?: AbortSignal): Promise<string> {
    if (file.path !== undefined) return file.path;
    try {
      this.folder ??= await this.makeFolder();
      this.count += 1;
      // The name inside the zip never reaches the file system.
      const target = path.join(this.folder, `${this.count}.tif`);
      await pipeline(file.open(), createWriteStream(target), { signal });
      return target;
    } catch (error) {
      signal?.throwIfAborted();
      if (isSystemError(error)) throw storageError(error, 'lay out the grid in the folder for temporary files (TMPDIR, on Windows TEMP)', this.parent);
      throw error;
    }
  }

  /** Removes what was extracted. If a virus scanner keeps it open for more than two seconds (Windows), it is left for the next process to remove. */
  async remove(): Promise<void> {
    if (this.folder !== null) await fs.rm(this.folder, { recursive: true, force: true, maxRetries: 6 }).catch(() => undefined);
  }

  private async makeFolder(): Promise<string> {
    await removeLeftovers(this.parent, fs);
    const folder = path.join(this.parent, temporaryName());
    await fs.mkdir(folder, { mode: 0o700 });
    return folder;
  }
}
