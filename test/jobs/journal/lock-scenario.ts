import assert from 'node:assert/strict';
import { isSoilError } from '../../../src/errors/soil-error';
import type { DirectoryLock, DirectoryLockParts } from '../../../src/jobs/journal/directory-lock';
import type { ProcessMark, ProcessTable } from '../../../src/processes/process-mark';
import { own } from '../../processes/process-scenario';
import { MemoryDisk } from '../memory-disk';

/** A disk with the lock of process 7, of this machine unless `holder` says otherwise. */
export function lockedBy(holder: Partial<ProcessMark & { nonce: string }>): MemoryDisk {
  const disk = new MemoryDisk();
  disk.put('jobs.lock', JSON.stringify({ ...own, pid: 7, started: '300', nonce: 'n-7', ...holder }));
  return disk;
}

/** What a starter has: short beats, and the lines that it logs. */
export function parts(fileSystem: DirectoryLockParts['fileSystem'], table: ProcessTable): DirectoryLockParts & { lines: string[] } {
  const lines: string[] = [];
  return { fileSystem, processes: table, log: (line) => lines.push(line), beatMs: 20, lines };
}

/** @param words what the error says */
export async function isRefused(taking: Promise<DirectoryLock>, words: RegExp): Promise<void> {
  await assert.rejects(taking, (error) => isSoilError(error, 'SOIL_STORAGE') && words.test(error.message));
}
