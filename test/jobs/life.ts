import { FlowGate } from '../../src/jobs/delivery/flow-gate';
import { JobKeeper } from '../../src/jobs/job-keeper';
import type { ProcessTable } from '../../src/processes/process-mark';
import { SimulatedClock } from '../time/simulated-clock';
import { MemoryDisk } from './memory-disk';
import { ScriptedWork } from './scripted-work';

let lives = 0;

/** The process table as seen by the process of that number, which is the only one. */
export function processNumbered(pid: number): ProcessTable {
  const mark = { pid, started: '1', boot: 'b', space: 's', machine: 'm', host: 'h' };
  return { own: () => mark, exists: (other) => other === pid, started: () => '1' };
}

/** Node-RED for the time between a start and a stop: a keeper of its own, on a disk that outlives it. */
export class Life {
  readonly log: string[] = [];
  /** Whether flows are being changed around its nodes. */
  readonly flowGate = new FlowGate();
  readonly work = new ScriptedWork();
  keeper!: JobKeeper;

  private constructor(
    readonly disk: MemoryDisk,
    readonly clock: SimulatedClock,
  ) {}

  static async begin(disk = new MemoryDisk(), clock = new SimulatedClock(), random = (): number => 0.5): Promise<Life> {
    const life = new Life(disk, clock);
    const processes = processNumbered(++lives);
    life.keeper = await JobKeeper.acquire(`life ${lives}`, { clock, random, fileSystem: disk, processes, flowGate: life.flowGate, work: life.work, log: (line) => life.log.push(line) });
    return life;
  }

  /** The process is killed; the next one finds what was on the disk. */
  async kill(): Promise<Life> {
    const disk = this.disk.afterKill();
    await this.end();
    return Life.begin(disk, this.clock);
  }

  async end(): Promise<void> {
    await this.clock.advance(1);
    await this.keeper.release();
  }
}
