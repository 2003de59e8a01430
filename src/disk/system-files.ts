import * as fs from 'node:fs/promises';
import { patiently } from './patience';

/** `node:fs/promises`, patient with other programs. A folder is not empty as long as one of them has a file of it open. */
export const systemFiles: typeof fs = {
  ...fs,
  rename: patiently(fs.rename),
  unlink: patiently(fs.unlink),
  rm: (path, options) => fs.rm(path, { ...options, maxRetries: 6 }),
};
