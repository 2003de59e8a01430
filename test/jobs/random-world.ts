import assert from 'node:assert/strict';
import { FlowGate } from '../../src/jobs/delivery/flow-gate';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { readJournal } from '../../src/jobs/journal/journal-file';
import { Ledger } from '../../src/jobs/ledger/ledger';
import type { LedgerChange } from '../../src/jobs/ledger/ledger-change';
import { seeded } from '../random/seeded';
import { SimulatedClock } from '../time/simulated-clock';
import { processNumbered } from './life';
import { MemoryDisk } from './memory-disk';

let processes = 0;

/** A keeper whose nodes, processes and disk behave at random: the same for the same seed. */
export abstract class RandomWorld {
  readonly clock = new SimulatedClock();
  readonly random: () => number;
  /** Whether nothing goes wrong from now on. */
  isCalm = false;
  protected readonly problems: string[] = [];
  protected disk = new MemoryDisk();
  protected process = 0;
  protected flowGate = new FlowGate();
  protected keeper!: JobKeeper;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  /** Returns what went wrong. */
  abstract run(): Promise<string[]>;

  /** Opens the keeper, and starts the nodes. */
  protected abstract open(): Promise<void>;

  protected begin(): Promise<void> {
    this.process = ++processes;
    return this.open();
  }

  acquire(): Promise<JobKeeper> {
    const { clock, random, flowGate, disk } = this;
    return JobKeeper.acquire(`random world ${this.process}`, { clock, random, flowGate, fileSystem: disk, processes: processNumbered(this.process) });
  }

  protected release(keeper = this.keeper): Promise<void> {
    return this.patiently(keeper.release());
  }

  /** Lets time go on until there is a result. */
  protected async patiently<T>(result: Promise<T>): Promise<T> {
    let isOver = false;
    void result.finally(() => (isOver = true)).catch(() => undefined);
    await new Promise(setImmediate);
    while (!isOver) await this.clock.advance(500);
    return result;
  }

  /** The messages that a new process would find. */
  protected async onDisk(): Promise<Set<string>> {
    const ledger = new Ledger();
    const bytes = this.disk.afterKill().contents('jobs.journal') ?? Buffer.alloc(0);
    await readJournal<LedgerChange>('jobs.journal', bytes, (change) => ledger.apply(change));
    return new Set(idsOf([...ledger.submissions.values(), ...ledger.waits.values(), ...ledger.files.values()]));
  }

  protected pick<T>(of: readonly T[]): T {
    return of[Math.floor(of.length * this.random())]!;
  }
}

export function idsOf(entries: { held: { message: Record<string, unknown> } }[]): string[] {
  return entries.map(({ held }) => String(held.message._msgid));
}

/** Runs one for each seed from 1 on. */
export async function assertNoProblems(count: number, make: (seed: number) => RandomWorld): Promise<void> {
  for (let seed = 1; seed <= count; seed++) assert.deepEqual(await make(seed).run(), [], `seed ${seed}`);
}
