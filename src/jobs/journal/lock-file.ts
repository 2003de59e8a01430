import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { writeNewFile } from '../../disk/write-new-file';
import { isSystemError } from '../../errors/storage-error';
import { foreignObject } from '../../foreign/foreign-value';
import { parsedJson } from '../../foreign/parsed-json';
import { isProcessMark, type ProcessMark } from '../../processes/process-mark';
import type { FileSystem } from './file-system';

/** What a lock file holds. `nonce` tells apart two holdings by one process. */
export interface Holding extends ProcessMark {
  nonce: string;
}

/** Stands for a lock with unreadable content. */
const UNREADABLE: Holding = { pid: 0, started: null, boot: '', space: null, machine: null, host: '', nonce: 'unreadable' };
/** How many moments a lock file may take to get its content. */
const PATIENCE_FOR_CONTENT = 10;

/** Whether a lock says which process has it. */
export function isReadable({ nonce }: Holding): boolean {
  return nonce !== UNREADABLE.nonce;
}

/** Makes the lock file, unless there is one. */
export async function createLockFile(file: string, holding: Holding, fileSystem: FileSystem): Promise<boolean> {
  const draft = await writeDraft(file, holding, fileSystem);
  try {
    await fileSystem.link(draft, file);
    return true;
  } catch (error) {
    // Another starter may have cleared the draft away: it has the lock now.
    if (isSystemError(error, 'EEXIST', 'ENOENT')) return false;
    return createWithoutLink(file, holding, fileSystem);
  } finally {
    await fileSystem.remove(draft).catch(() => undefined);
  }
}

/**
 * For file systems without hard links (FAT, some shares), which report that in many ways. For a moment the file exists but is still empty.
 */
async function createWithoutLink(file: string, holding: Holding, fileSystem: FileSystem): Promise<boolean> {
  try {
    await writeNew(file, holding, fileSystem);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** A file beside the lock, to be linked or renamed to it. */
export async function writeDraft(file: string, holding: Holding, fileSystem: FileSystem): Promise<string> {
  const draft = `${file}.${holding.pid}-${randomUUID()}`;
  await writeNew(draft, holding, fileSystem);
  return draft;
}

function writeNew(file: string, holding: Holding, fileSystem: FileSystem): Promise<void> {
  return writeNewFile(file, Buffer.from(JSON.stringify(holding)), fileSystem);
}

/**
 * Reads a lock file; gives nothing if there is none. A file with unreadable content is given some time, and then counts as left by a crash.
 *
 * @param momentMs the time to write a small file
 */
export async function readHolding(file: string, fileSystem: FileSystem, momentMs: number): Promise<Holding | undefined> {
  for (let attempt = 0; ; attempt++) {
    let text: string;
    try {
      text = (await fileSystem.read(file)).toString();
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    }
    const holding = parseHolding(text);
    if (holding) return holding;
    if (attempt === PATIENCE_FOR_CONTENT) return UNREADABLE;
    await pause(momentMs);
  }
}

function parseHolding(text: string): Holding | undefined {
  const { nonce, ...mark } = foreignObject(parsedJson(text)) ?? {};
  if (!isProcessMark(mark) || typeof nonce !== 'string' || !/^[\w-]{1,64}$/.test(nonce)) return undefined;
  const { pid, started, boot, space, machine, host } = mark;
  return { pid, started, boot, space, machine, host, nonce };
}
