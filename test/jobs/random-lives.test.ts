import { FlowGate } from '../../src/jobs/delivery/flow-gate';
import { RandomFlow, RandomService, type Sent, type Surroundings } from './random-flow';
import { assertNoProblems, RandomWorld } from './random-world';

const LIVES = Number(process.env.SOIL_LIVES ?? 30);
const STEPS = 60;

/** Messages that are sent while nodes are deployed, flows are stopped and processes are killed, all at random. */
class RandomLives extends RandomWorld implements Surroundings {
  private readonly service = new RandomService(this);
  private readonly sent: Sent[] = [];
  private readonly ends = new Map<string, { how: string; process: number }>();
  /** Messages that were on the disk: the senders of all others know that a kill may have lost them. */
  private readonly safe = new Set<string>();
  private readonly lost = new Set<string>();
  private flow!: RandomFlow;

  constructor(
    seed: number,
    private readonly kills: boolean,
  ) {
    super(seed);
  }

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
    await this.patiently(this.flow.stop(1));
    return this.problems;
  }

  ended({ _msgid: id, geometry }: Sent, how: string, redelivered: boolean): void {
    if (how === 'SOIL_SUBMIT_UNKNOWN' && !this.kills && !this.service.unanswered.has(geometry)) this.problems.push(`${id} was answered, and its answer is lost`);
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

  /** Stops nodes and starts them again; if it stops all of them, the keeper is closed. */
  private async deploy(share: number): Promise<void> {
    this.flowGate.close();
    if (this.random() < 0.5) await this.clock.advance(100 * this.random());
    await this.patiently(this.flow.stop(share));
    if (share < 1) await this.clock.advance(1500 * this.random());
    await this.flow.start();
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

  protected async open(): Promise<void> {
    this.flow = new RandomFlow(this, this.service);
    await this.flow.start();
  }
}

describe('Messages on their way through soil-submit, soil-wait and soil-download', () => {
  for (const [kills, among] of [[false, 'deploys'], [true, 'deploys and kills']] as const) {
    it(`come to one end each among ${among} at random`, async function () {
      // Time is simulated, and a busy machine takes its own: this ends only what never would.
      this.timeout(20_000 * LIVES);
      await assertNoProblems(LIVES, (seed) => new RandomLives(seed, kills));
    });
  }
});
