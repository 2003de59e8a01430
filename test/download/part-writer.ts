// Claims the part of a file as a download does, says which one it got, and keeps it until it is killed.
import { join } from 'node:path';
import { systemFiles } from '../../src/disk/system-files';
import { PartFile } from '../../src/download/part-file';

const [folder, origin] = process.argv.slice(2) as [string, string];
PartFile.claim({ target: join(folder, 'soil.zip'), origin, files: systemFiles, now: Date.now() }).then(
  (part) => {
    // Newer versions of Node end the process if an open file is found to be garbage.
    Object.assign(globalThis, { part });
    process.stdout.write(`${part.path}\n`);
  },
  (error: unknown) => process.stdout.write(`${String(error)}\n`),
);
process.stdin.resume();
