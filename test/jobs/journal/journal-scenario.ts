import assert from 'node:assert/strict';
import { isSoilError } from '../../../src/errors/soil-error';
import { Journal, type JournaledState } from '../../../src/jobs/journal/journal';
import { SimulatedClock } from '../../time/simulated-clock';
import type { MemoryDisk } from '../memory-disk';

interface Change {
  key: string;
  value: number | null;
}

/** Numbers by name: the smallest state with something to replace and something to remove. */
export class Numbers implements JournaledState<Change> {
  readonly values = new Map<string, number>();

  apply({ key, value }: Change): void {
    this.values.delete(key);
    if (value !== null) this.values.set(key, value);
  }

  *snapshot(): Generator<Change> {
    for (const [key, value] of this.values) yield { key, value };
  }
}

interface Opened {
  journal: Journal<Change>;
  state: Numbers;
  log: string[];
  clock: SimulatedClock;
}

const FILE = 'folder/jobs.journal';

/** Opens the journal on a disk as a new process does. */
export async function open(disk: MemoryDisk, slackBytes?: number, confirm = (): Promise<void> => Promise.resolve()): Promise<Opened> {
  const state = new Numbers();
  const log: string[] = [];
  const clock = new SimulatedClock();
  const parts = { fileSystem: disk, clock, log: (line: string) => void log.push(line), confirm, ...(slackBytes !== undefined && { slackBytes }) };
  return { journal: await Journal.open(FILE, state, parts), state, log, clock };
}

/** The numbers that a new process finds on a disk. */
export async function valuesOn(disk: MemoryDisk): Promise<Record<string, number>> {
  const { state, journal } = await open(disk);
  await journal.close();
  return Object.fromEntries(state.values);
}

/** The disk refuses it. */
export async function storageError(action: Promise<unknown>): Promise<void> {
  await assert.rejects(action, (error) => isSoilError(error, 'SOIL_STORAGE'));
}
