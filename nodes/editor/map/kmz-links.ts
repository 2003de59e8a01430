import { parsedUrl } from '../../../src/foreign/parsed-url';
import { getOrInsert } from '../../../src/maps/get-or-insert';
import { percentDecoded } from '../../../src/text/percent-decoded';
import type { ZippedFile } from './zip-files';

/** Stands for the zip when an address within it is looked up. */
const ZIP = 'http://zip.invalid/';

/** Where the links in the files of a KMZ lead. */
export class KmzLinks {
  /** Of several files with one name, the first. */
  private readonly byName = new Map<string, ZippedFile>();

  constructor(files: readonly ZippedFile[]) {
    for (const file of files) getOrInsert(this.byName, file.name, () => file);
  }

  /**
   * What a link in a file leads to: a KML file in the same zip, or undefined for anywhere else. Addresses are relative to the linking file's folder
   * (OGC 12-007r2, annex C).
   */
  from(name: string): (address: string) => ZippedFile | undefined {
    const base = new URL(name.split('/').map(encodeURIComponent).join('/'), ZIP);
    return (address) => {
      const { href = '', pathname = '' } = parsedUrl(address, base) ?? {};
      const path = href.startsWith(ZIP) ? percentDecoded(pathname.slice(1)) : undefined;
      return path !== undefined && /\.kml$/i.test(path) ? this.byName.get(path) : undefined;
    };
  }
}
