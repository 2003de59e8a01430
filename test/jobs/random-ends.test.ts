import { FlowGate } from '../../src/jobs/delivery/flow-gate';
import type { Ledger } from '../../src/jobs/ledger/ledger';
import { systemError, type Fault } from './memory-disk';
import { RandomLine, type Sent, type World } from './random-line';
import { assertNoProblems, idsOf, RandomWorld } from './random-world';
import { ScriptedService } from './scripted-service';

const LIVES = Number(process.env.SOIL_LIVES ?? 15);
const STEPS = 60;
const NODES = ['wait-a', 'wait-b', 'download-a', 'download-b', 'read-a', 'read-b'];

interface Dangers {
  kills?: true;
  faults?: true;
}

/** Messages that wait for jobs and for files while nodes, processes, the disk and the service behave at random. */
class RandomEnds extends RandomWorld implements World {
  /** How often each message was sent. */
  private readonly sent = new Map<string, number>();
  private readonly ends = new Map<string, { count: number; unmarked: number; hows: string[] }>();
  private readonly onceSafe = new Set<string>();
  /** Messages whose sender knows that they may be lost, for example with their node. */
  private readonly excused = new Set<string>();
  private trouble: 'full' | 'unsynced' | 'slow' | undefined;
  /** Whether the disk has refused anything in this life. */
  private hasRefused = false;
  /** Messages that may come out again without a mark: the process was killed, and the disk may have refused the note that they left; or an error was told. */
  private readonly mayRepeat = new Set<string>();
  private line!: RandomLine;

  constructor(
    seed: number,
    private readonly dangers: Dangers,
  ) {
    super(seed);
  }

  async run(): Promise<string[]> {
    await this.begin();
    for (let step = 0; step < STEPS; step++) await this.step();
    this.isCalm = true;
    this.trouble = undefined;
    await this.deploy(1, true);
    for (let second = 0; second < 300; second++) await this.clock.advance(1000);
    for (const [id, count] of this.sent) {
      const { count: ends = 0 } = this.ends.get(id) ?? {};
      if (ends < count && !this.excused.has(id)) this.problems.push(`${id} came out ${ends} times of ${count}`);
    }
    for (const id of this.held(() => true)) this.problems.push(`${id} is still held`);
    for (const id of await this.onDisk()) this.problems.push(`${id} is still on the disk`);
    await this.line.stop(1);
    await this.release();
    if (this.clock.pending > 0) this.problems.push(`${this.clock.pending} timers are left`);
    return this.problems;
  }

  safe({ _msgid: id }: Sent): void {
    this.onceSafe.add(id);
  }

  ended({ _msgid: id, again }: Sent, how: string): void {
    const { count, unmarked, hows } = this.ends.get(id) ?? { count: 0, unmarked: 0, hows: [] };
    const now = { count: count + 1, unmarked: unmarked + (again ? 0 : 1), hows: [...hows, how] };
    this.ends.set(id, now);
    // A reading that was given up after three processes may have gone on in one of them.
    const mayRepeat = this.mayRepeat.has(id) || (how === 'SOIL_CONFIG' && this.dangers.kills);
    if (!again && now.unmarked > this.sent.get(id)! && !mayRepeat) this.problems.push(`${id} came out ${now.count} times: ${now.hows.join(', ')}`);
  }

  private async step(): Promise<void> {
    const dice = this.random();
    if (dice < 0.4) this.send();
    else if (dice < 0.6) await this.clock.advance(4000 * this.random());
    else if (dice < 0.68) await this.clock.advance(0);
    else if (dice < 0.72) await this.actInSidebar();
    else if (dice < 0.73) void this.actInSidebar(false);
    else if (dice < 0.74) this.clock.setWall(this.clock.now() + 600_000 * (this.random() - 0.5));
    else if (dice < 0.78) this.trouble = this.dangers.faults && this.pick(['full', 'unsynced', 'slow', undefined] as const);
    else if (dice < 0.9) await this.deploy(0.5);
    else if (dice < 0.96 || !this.dangers.kills) await this.deploy(1);
    else await this.kill();
  }

  private send(): void {
    const { random, sent } = this;
    const id = `m${sent.size + 1}`;
    const jobId = String(Math.ceil(8 * random()));
    const submittedAt = random() < 0.7 ? new Date(this.clock.now()).toISOString() : undefined;
    const job = { ...new ScriptedService().jobAddress(jobId), submittedAt };
    const hasJob = random() < 0.85;
    const message: Sent = { _msgid: id, payload: 'field', ...(hasJob && { soil: { job } }) };
    const node = hasJob && random() < 0.7 ? this.pick(['wait-a', 'wait-b']) : this.pick(NODES.slice(2));
    const times = random() < 0.15 ? 2 : 1;
    sent.set(id, times);
    for (let time = 0; time < times; time++) this.line.send(node, message);
  }

  /** @param isAwaited whether nothing else happens meanwhile */
  private async actInSidebar(isAwaited = true): Promise<void> {
    const { waits } = this.keeper;
    const jobs = this.keeper.list();
    if (jobs.length === 0) return;
    const { wait, job, node } = this.pick(jobs);
    const stops = this.random() < 0.5;
    // The message of a wait that is stopped while its node is away goes nowhere.
    if (stops && !(isAwaited && this.line.isThere(node))) this.excuse(this.held((entry) => entry.node === node));
    const act = this.pick<() => unknown>(stops ? [() => waits.stop(wait), () => waits.cancel(node, job)] : [() => this.keeper.forget(job), () => waits.pollNow(job)]);
    const done = Promise.resolve(act()).catch(() => undefined);
    if (isAwaited) await this.patiently(done);
  }

  /** Stops nodes and starts them again; if it stops all of them, the keeper is given back. Now and then, some of them are deleted. */
  private async deploy(share: number, isCertain = false): Promise<void> {
    this.flowGate.close();
    if (this.random() < 0.5) await this.clock.advance(100 * this.random());
    await this.line.stop(isCertain ? 1 : share);
    if (this.random() < 0.3) this.send();
    if (this.random() < 0.2) await this.actInSidebar();
    await this.clock.advance(1500 * this.random());
    if (share === 1) {
      await this.line.stop(1);
      await this.release();
      await this.open();
    } else {
      const gone = NODES.filter((node) => !this.line.isThere(node) && this.random() < 0.1);
      if (gone.length > 0) {
        this.excuse(this.held(({ node }) => gone.includes(node)));
        await this.patiently(this.keeper.retain((node) => !gone.includes(node)));
      }
      this.line.start();
    }
    this.flowGate.open();
  }

  private async kill(): Promise<void> {
    this.line.isDead = true;
    const [line, keeper] = [this.line, this.keeper];
    this.flowGate.open();
    this.flowGate = new FlowGate();
    this.disk = this.random() < 0.5 ? this.disk.afterKill() : this.disk.afterPowerCut();
    const left = await this.onDisk();
    for (const [id, count] of this.sent) {
      if (left.has(id) || (this.ends.get(id)?.count ?? 0) >= count) continue;
      if (this.onceSafe.has(id) && !this.excused.has(id)) this.problems.push(`${id} is lost with a kill`);
    }
    for (const id of left) if (this.ends.get(id)?.hows.some((how) => this.hasRefused || how !== 'out')) this.mayRepeat.add(id);
    // How many copies are left of one that was sent twice is not checked here.
    for (const [id, count] of this.sent) if (!left.has(id) || count > 1) this.excused.add(id);
    // Its timers must be gone; nothing of it has any effect any more.
    await line.stop(1);
    await this.release(keeper);
    await this.begin();
  }

  protected async open(): Promise<void> {
    this.hasRefused = false;
    this.disk.fault = (call) => this.faultOf(call);
    this.disk.hold = () => (this.trouble === 'slow' && this.random() < 0.5 ? new Promise((resolve) => void this.clock.after(2000 * this.random(), resolve)) : undefined);
    this.keeper = await this.patiently(
      this.acquire().catch(() => {
        this.trouble = undefined;
        return this.acquire();
      }),
    );
    this.line = new RandomLine(this, this.keeper, NODES);
    this.line.start();
  }

  private faultOf(call: string): Fault {
    const isFull = this.trouble === 'full' && call.startsWith('write');
    if (!isFull && !(this.trouble === 'unsynced' && call.startsWith('sync') && this.random() < 0.5)) return undefined;
    this.hasRefused = true;
    if (!isFull) return systemError('EIO');
    return this.random() < 0.3 ? { takes: 40 } : systemError('ENOSPC');
  }

  private excuse(ids: string[]): void {
    for (const id of ids) this.excused.add(id);
  }

  /** What the keeper has in its memory. */
  private held(wanted: (entry: { id: string; node: string }) => boolean): string[] {
    const { store } = this.keeper as unknown as { store: { ledger: Ledger; unstored: Ledger['files'] } };
    return idsOf([...store.ledger.waits.values(), ...store.ledger.files.values(), ...store.unstored.values()].filter(wanted));
  }
}

describe('Messages that wait for jobs and files', () => {
  const among: [string, Dangers][] = [
    ['deploys', {}],
    ['deploys and troubles of the disk', { faults: true }],
    ['deploys and kills', { kills: true }],
    ['deploys, kills and troubles of the disk', { kills: true, faults: true }],
  ];
  for (const [what, dangers] of among) {
    it(`come to one end each among ${what} at random`, async function () {
      // Time is simulated, and a busy machine takes its own: this ends only what never would.
      this.timeout(20_000 * LIVES);
      await assertNoProblems(LIVES, (seed) => new RandomEnds(seed, dangers));
    });
  }
});
