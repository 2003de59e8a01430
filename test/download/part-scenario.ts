import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartFile } from '../../src/download/part-file';
import { machineProcesses } from '../../src/processes/process-mark';
import { faultyFiles } from '../archive/faulty-files';

export const MiB = 2 ** 20;

/** For parts whose bytes are not a zip. */
export const unchecked = (): Promise<number> => Promise.resolve(0);

export const isNoteOf = (part: string): boolean => part.endsWith('.part.json');

/** For the tests of one `describe`: an empty folder for each, where the part of `soil.zip` is claimed. */
export function partFolder() {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'part-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const { files } = faultyFiles(() => undefined);
  const claim = (system = files): Promise<PartFile> => PartFile.claim({ target: path('soil.zip'), origin: 'job 1', files: system, now: Date.now() });
  const names = async (): Promise<string[]> => (await readdir(folder)).sort();
  const path = (name: string): string => join(folder, name);

  /** What a process that is gone left of a file of 4000 bytes. */
  const leave = async (bytes: Buffer, more: object = {}): Promise<string> => {
    const owner = { ...machineProcesses.own(), pid: 2 ** 22 + 1, token: 'old' };
    const note = JSON.stringify({ version: 1, origin: 'job 1', etag: '"a"', total: 4000, owner, ...more });
    await writeFile(path('soil.zip.part'), bytes);
    await writeFile(path('soil.zip.part.json'), note);
    return note;
  };

  return { files, claim, names, path, leave };
}
