import { basename, dirname, join } from 'node:path';
import { extractThenPlace } from '../archive/extract-archive';
import { isThere } from '../disk/is-there';
import type { DownloadFiles } from './download-files';
import type { DownloadRequest, DownloadedFile } from './download-request';
import { placeFile } from './place-file';
import { folderNameFor } from './safe-filename';

/** Puts a finished download in its place, and its files into a folder beside it if they are to be unpacked. */
export class Placing {
  private archive: string | undefined;

  constructor(
    private readonly target: string,
    private readonly request: DownloadRequest,
    private readonly files: DownloadFiles,
  ) {}

  /** Whether the zip is in its place. */
  get isDone(): boolean {
    return this.archive !== undefined;
  }

  /**
   * Gives nothing if another file is to be kept there. Stopped while it unpacks, a zip that may replace others or get a number has no place yet: the
   * next attempt goes on with it. One that is to be kept has its place: the next attempt finds it there.
   *
   * @throws SOIL_ARCHIVE for a zip that cannot be unpacked; SOIL_STORAGE for the disk; the signal's reason
   */
  async run(ready: string): Promise<Pick<DownloadedFile, 'path' | 'archive'> | undefined> {
    const { exists, extract, signal } = this.request;
    if (!extract) {
      const path = await this.place(ready);
      return path === undefined ? undefined : { path };
    }
    const placeZip = async (): Promise<string | undefined> => {
      const archive = await this.place(ready);
      return archive && folderFor(archive);
    };
    try {
      const path = await extractThenPlace(ready, folderFor(this.target), { exists, signal }, placeZip);
      return path === undefined ? undefined : { path, archive: this.archive };
    } catch (error) {
      if (!this.isDone && (exists === 'keep' || !signal?.aborted)) await this.place(ready).catch(() => undefined);
      throw error;
    }
  }

  private async place(ready: string): Promise<string | undefined> {
    const { exists, extract } = this.request;
    // Where a zip was deleted and its folder was not, another number would lead from the new zip to the files of the old one.
    const hasNoFolder = async (zip: string): Promise<boolean> => !extract || !(await isThere(folderFor(zip), this.files, 'look for an earlier folder'));
    return (this.archive = await placeFile(ready, this.target, exists, this.files, hasNoFolder));
  }
}

/** Where the files of a zip go: beside it. */
export function folderFor(zip: string): string {
  return join(dirname(zip), folderNameFor(basename(zip)));
}
