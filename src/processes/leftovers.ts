import type * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { getOrInsert } from '../maps/get-or-insert';
import { isOurs } from './is-ours';
import { machineProcesses, processFate, type ProcessMark, type ProcessTable } from './process-mark';
import { makerNamedIn, markAsNamed } from './temporary-name';

/** Nothing takes this long to make: what a process that cannot be checked from here (on another machine, say) made longer ago is a leftover. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** The calls of `node:fs/promises` that a look for leftovers makes. */
type LeftoverFiles = Pick<typeof fs, 'lstat' | 'opendir' | 'rm'>;

const looks = new WeakMap<LeftoverFiles, Map<string, Promise<void>>>();

/**
 * Removes what killed processes left half made in a folder. Looks at each folder once in the life of this process, and never fails: what cannot be
 * checked or removed stays.
 */
export function removeLeftovers(folder: string, files: LeftoverFiles): Promise<void> {
  const folders = getOrInsert(looks, files, () => new Map());
  return getOrInsert(folders, folder, () => removeLeftoversNow(folder, files, machineProcesses, Date.now()).catch(() => undefined));
}

/** @param now wall time, ms: real time, as the file system has it, not a test's clock */
export async function removeLeftoversNow(folder: string, files: LeftoverFiles, processes: ProcessTable, now: number): Promise<void> {
  const asNamed: ProcessTable = { ...processes, own: () => markAsNamed(processes.own()) };
  for await (const { name } of await files.opendir(folder, { bufferSize: 1000 })) {
    const maker = makerNamedIn(name);
    if (!maker) continue;
    const path = join(folder, name);
    const left = await isLeft(maker, path, files, asNamed, now).catch(() => false);
    if (left) await files.rm(path, { recursive: true }).catch(() => undefined);
  }
}

async function isLeft(maker: ProcessMark, path: string, files: LeftoverFiles, processes: ProcessTable, now: number): Promise<boolean> {
  const { mtimeMs, uid } = await files.lstat(path);
  // Another user could put a link to our files in the place of a folder that is being emptied.
  if (!(await isOurs(uid, path, files))) return false;
  const isOwnNumber = maker.pid === processes.own().pid;
  const fate = processFate(maker, processes);
  // If the system does not say when a process began, one with our number may be this very process.
  if (fate !== 'unknown' && !(isOwnNumber && maker.started === null)) return fate === 'gone';
  return now - mtimeMs > LONGEST_MS;
}
