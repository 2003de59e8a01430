import { createHash, randomUUID } from 'node:crypto';
import type * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { machineProcesses, processFate, type ProcessMark, type ProcessTable } from './process-mark';

/**
 * Names for files and folders that are being made in a folder of the user's: hidden, and each says which process makes it. What a killed process
 * left is told by its name from what another one is still writing.
 */
const NAME = /^\.soil-data-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})-(\d{1,10})-(\d{0,20})-[0-9a-f]{12}\.tmp$/;
/** Nothing takes as long to make: of a process that cannot be looked at from here, for example on another machine, what is older was left. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** The calls of `node:fs/promises` that a look for leftovers makes. */
export type LeftoverFiles = Pick<typeof fs, 'lstat' | 'opendir' | 'rm'>;

let own: ProcessMark | undefined;

/** A name that nothing has yet, for what this process makes and renames when it is whole. */
export function temporaryName(maker: ProcessMark = (own ??= machineProcesses.own())): string {
  const { host, boot, space, pid, started } = digestsOf(maker);
  return `.soil-data-${host}-${boot ?? NOT_SAID}-${space ?? NOT_SAID}-${pid}-${started ?? ''}-${randomUUID().slice(-12)}.tmp`;
}

const looks = new WeakMap<LeftoverFiles, Map<string, Promise<void>>>();

/**
 * Removes what killed processes left half made in a folder. Looks once for each folder in the life of this process, and never fails: what cannot be
 * looked at or removed stays.
 */
export function removeLeftovers(folder: string, files: LeftoverFiles): Promise<void> {
  const folders = looks.get(files) ?? new Map<string, Promise<void>>();
  looks.set(files, folders);
  const look = folders.get(folder) ?? removeLeftoversNow(folder, files, machineProcesses, Date.now()).catch(() => undefined);
  folders.set(folder, look);
  return look;
}

/** @param now wall time, ms: the file system's own, so no clock of a test */
export async function removeLeftoversNow(folder: string, files: LeftoverFiles, processes: ProcessTable, now: number): Promise<void> {
  const digested: ProcessTable = { ...processes, own: () => digestsOf(processes.own()) };
  for await (const { name } of await files.opendir(folder, { bufferSize: 1000 })) {
    const mark = markIn(name);
    if (!mark) continue;
    const path = join(folder, name);
    const left = await isLeft(mark, path, files, digested, now).catch(() => false);
    if (left) await files.rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(mark: ProcessMark, path: string, files: LeftoverFiles, processes: ProcessTable, now: number): Promise<boolean> {
  const isOwnNumber = mark.pid === processes.own().pid;
  const fate = processFate(mark, processes);
  // Where the system does not say when a process began, one with our number may be this very one.
  if (fate !== 'unknown' && !(isOwnNumber && mark.started === null)) return fate === 'gone';
  const { mtimeMs } = await files.lstat(path);
  return now - mtimeMs > LONGEST_MS;
}

function markIn(name: string): ProcessMark | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [host, boot, space, pid, started] = match.slice(1) as [string, string, string, string, string];
  const said = (digest: string): string | null => (digest === NOT_SAID ? null : digest);
  return { host, boot: said(boot), space: said(space), pid: Number(pid), started: started || null };
}

/** Stands for what the system does not say. */
const NOT_SAID = '00000000';

/** The mark as a file name can hold it. */
function digestsOf({ host, boot, space, pid, started }: ProcessMark): ProcessMark {
  return { host: digestOf(host), boot: boot && digestOf(boot), space: space && digestOf(space), pid, started };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
