import { parsedUrl } from '../../../src/foreign/parsed-url';
import { percentDecoded } from '../../../src/text/percent-decoded';
import type { ZippedFile } from './zip-files';

/** Stands for the zip when an address within it is looked up. */
const ZIP = 'http://zip.invalid/';

/**
 * The KML file that a link in a file of a KMZ leads to, if it is in the same zip: addresses are relative to the linking file's folder
 * (OGC 12-007r2, annex C). Undefined for a link to anywhere else.
 */
export function linkedFile(files: readonly ZippedFile[], from: string, address: string): ZippedFile | undefined {
  const base = new URL(from.split('/').map(encodeURIComponent).join('/'), ZIP);
  const { href = '', pathname = '' } = parsedUrl(address, base) ?? {};
  const path = href.startsWith(ZIP) ? percentDecoded(pathname.slice(1)) : undefined;
  return path !== undefined && /\.kml$/i.test(path) ? files.find(({ name }) => name === path) : undefined;
}
