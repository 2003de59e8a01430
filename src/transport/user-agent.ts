import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PACKAGE = 'node-red-contrib-soil-data';

let text: string | undefined;

/** How requests introduce themselves: the package and its version; the package alone while too many files are open to read the version. */
export function userAgent(): string {
  try {
    text ??= `${PACKAGE}/${ownVersion()}`;
  } catch {
    return PACKAGE;
  }
  return text;
}

/** From the package.json above this file: one level up or more, depending on whether it was compiled. */
function ownVersion(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
    if (name === PACKAGE && version) return version;
  }
  return 'unknown';
}
