import assert from 'node:assert/strict';
import { FlowGate } from '../../src/jobs/delivery/flow-gate';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { readJournal } from '../../src/jobs/journal/journal-file';
import { Ledger } from '../../src/jobs/ledger/ledger';
import type { LedgerChange } from '../../src/jobs/ledger/ledger-change';
import { SimulatedClock } from '../time/simulated-clock';
import { MemoryDisk } from './memory-disk';
import { RandomFlow, RandomService, type Sent, type Surroundings } from './random-flow';
import { seeded } from './seeded';

const LIVES = Number(process.env.SOIL_LIVES ?? 50);
const STEPS = 60;
let processes = 0;

/** Messages that are sent while nodes are deployed, flows are stopped and processes are killed, all as chance has it. */
class RandomLives implements Surroundings {
  readonly clock = new SimulatedClock();
  readonly random: () => number;
  readonly problems: string[] = [];
  isCalm = false;
  private readonly service = new RandomService(this);
  private readonly sent: Sent[] = [];
  private readonly ends = new Map<string, { how: string; process: number }>();
  /** Messages that the disk has had: of the others, whoever sent them knows that a kill may have lost them. */
  private readonly safe = new Set<string>();
  private readonly lost = new Set<string>();
  private disk = new MemoryDisk();
  private process = 0;
  private flowGate = new FlowGate();
  private keeper!: JobKeeper;
  private flow!: RandomFlow;

  constructor(
    seed: number,
    private readonly kills: boolean,
  ) {
    this.random = seeded(seed);
  }

  /** Gives what went wrong. */
  async run(): Promise<string[]> {
    await this.begin();
    for (let step = 0; step < STEPS; step++) {
      await this.step();
      for (const id of await this.onDisk()) this.safe.add(id);
    }
    this.isCalm = true;
    for (let second = 0; second < 300; second++) await this.clock.advance(1000);
    for (const { _msgid: id, geometry, reuse } of this.sent) {
      if (!this.ends.has(id) && !this.lost.has(id)) this.problems.push(`${id} is lost`);
      if (!reuse && this.service.taken.get(geometry)! > 1) this.problems.push(`${id} was submitted twice`);
    }
    for (const id of await this.onDisk()) this.problems.push(`${id} is still on the disk`);
    await this.release();
    return this.problems;
  }

  ended({ _msgid: id }: Sent, how: string, redelivered: boolean): void {
    const earlier = this.ends.get(id);
    // An error that was told just before a kill is told by what comes of the message after it.
    const isCutShort = earlier?.how.startsWith('SOIL_') && earlier.process !== this.process;
    if (earlier && !redelivered && !isCutShort) this.problems.push(`${id} came out twice: ${earlier.how}, ${how}`);
    this.ends.set(id, { how, process: this.process });
  }

  private async step(): Promise<void> {
    const dice = this.random();
    if (dice < 0.45) this.send();
    else if (dice < 0.65) await this.clock.advance(3000 * this.random());
    else if (dice < 0.75) await this.clock.advance(0);
    else if (dice < 0.88) await this.deploy(0.5);
    else if (dice < 0.94 || !this.kills) await this.deploy(1);
    else await this.kill();
  }

  private send(): void {
    const number = this.sent.length + 1;
    const reuse = this.random() < 0.5;
    const message: Sent = { _msgid: `m${number}`, geometry: reuse ? `POINT (${Math.ceil(3 * this.random())} 1)` : `POINT (${number} 50)`, reuse };
    this.sent.push(message);
    this.flow.submit(this.random() < 0.5 ? 'a' : 'b', message);
  }

  /** Stops nodes and starts them anew; with all of them, the keeper is given back. */
  private async deploy(share: number): Promise<void> {
    this.flowGate.close();
    if (this.random() < 0.5) await this.clock.advance(100 * this.random());
    await this.flow.stop(share);
    if (share < 1) {
      await this.clock.advance(1500 * this.random());
      this.flow.start();
    } else {
      await this.release();
      await this.open();
    }
    this.flowGate.open();
  }

  private async kill(): Promise<void> {
    this.flow.isDead = true;
    const left = await this.onDisk();
    for (const { _msgid: id } of this.sent) {
      if (left.has(id) || this.ends.has(id)) continue;
      this.lost.add(id);
      if (this.safe.has(id)) this.problems.push(`${id} is lost with a kill`);
    }
    this.disk = this.disk.afterKill();
    this.flowGate = new FlowGate();
    await this.begin();
  }

  private async begin(): Promise<void> {
    this.process = ++processes;
    await this.open();
  }

  private async open(): Promise<void> {
    const mark = { pid: this.process, started: '1', boot: 'b', space: 's', machine: 'm', host: 'h' };
    const table = { own: () => mark, exists: (pid: number) => pid === mark.pid, started: () => '1' };
    const { clock, random, flowGate } = this;
    this.keeper = await JobKeeper.acquire(`random life ${this.process}`, { clock, random, flowGate, fileSystem: this.disk, processes: table });
    this.flow = new RandomFlow(this, this.keeper, this.service);
  }

  private async release(): Promise<void> {
    let isOver = false;
    void this.keeper.release().then(() => (isOver = true));
    while (!isOver) await this.clock.advance(1000);
  }

  /** The messages that a new process would find. */
  private async onDisk(): Promise<Set<string>> {
    const ledger = new Ledger();
    const bytes = this.disk.afterKill().contents('jobs.journal') ?? Buffer.alloc(0);
    await readJournal<LedgerChange>('jobs.journal', bytes, (change) => ledger.apply(change));
    return new Set([...ledger.submissions.values(), ...ledger.waits.values(), ...ledger.files.values()].map(({ held }) => String(held.message._msgid)));
  }
}

describe('Messages on their way through soil-submit, soil-wait and soil-download', () => {
  for (const [kills, among] of [[false, 'deploys'], [true, 'deploys and kills']] as const) {
    it(`come to one end each among ${among} at random`, async function () {
      this.timeout(1000 * LIVES);
      for (let seed = 1; seed <= LIVES; seed++) assert.deepEqual(await new RandomLives(seed, kills).run(), [], `seed ${seed}`);
    });
  }
});
