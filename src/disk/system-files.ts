import * as fs from 'node:fs/promises';
import { patiently } from './patience';

/** `node:fs/promises`, patient with other programs. */
export const systemFiles: typeof fs = { ...fs, rename: patiently(fs.rename), unlink: patiently(fs.unlink) };
