import assert from 'node:assert/strict';
import type { FileOrigin } from '../../src/jobs/files/job-files';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { Job, JobAddress, JobKind, JobStatus } from '../../src/service/job';
import type { SoilQuery } from '../../src/service/query';
import type { CreateOptions } from '../../src/service/soil-service';
import { seeded } from '../random/seeded';
import { SimulatedClock } from '../time/simulated-clock';
import { Life } from './life';
import { MemoryDisk } from './memory-disk';
import { completed, running, ScriptedService, later } from './scripted-service';
import { waitListener } from './wait-listener';

interface Field {
  _msgid: string;
  geometry: string;
}

const fields: Field[] = [
  { _msgid: 'm1', geometry: 'POINT (1 1)' },
  { _msgid: 'm2', geometry: 'POINT (2 2)' },
  { _msgid: 'm3', geometry: 'POINT (1 1)' },
];

/** What outlives every process: the service with its jobs, the sender of the messages, and their receiver. */
class World {
  /** Requests that the service has taken, by geometry. */
  readonly posted: string[] = [];
  /** Messages that came out, and whether they were marked as possible repeats. */
  readonly delivered: { id: string; again: boolean; job: string }[] = [];
  /** Messages that a person was told are of a request of unknown fate. */
  readonly unknown: string[] = [];
  /** Messages that need not be sent again: they wait, or a person decides. */
  readonly accepted = new Set<string>();
  /** How often each message was sent: again if a crash left it open whether it was accepted. */
  readonly sent = new Map<string, number>();
  private readonly reads = new Map<string, number>();

  /** Once a request is sent, all its messages are on the disk: they need not be sent again. */
  posting(query: SoilQuery, submitted: ReadonlySet<string>): void {
    for (const { _msgid, geometry } of fields) if (geometry === query.geometry && submitted.has(_msgid)) this.accepted.add(_msgid);
  }

  create(query: SoilQuery): string {
    this.posted.push(query.geometry ?? '');
    return `j${this.posted.length}`;
  }

  read(id: string): JobStatus {
    const reads = (this.reads.get(id) ?? 0) + 1;
    this.reads.set(id, reads);
    return reads < 3 ? running : completed(id);
  }
}

/** A process: it goes on until it is stopped at one of its steps. From then on nothing of it has any effect, as after a SIGKILL. */
class Process {
  steps = 0;
  private readonly submitted = new Set<string>();
  private stopped = false;
  private readonly stop = later<void>();

  constructor(
    private readonly world: World,
    readonly disk: MemoryDisk,
    /** The step at which it is killed: before it is done, or (for a write) when it is half done. */
    private readonly lastStep: number,
    private readonly half: boolean,
  ) {
    disk.hold = () => this.step();
    disk.fault = (call) => (this.half && this.steps === this.lastStep && call.startsWith('write') ? { takes: 13 } : undefined);
  }

  /** Runs until everything that it was given is done, or until it is killed. */
  async run(clock: SimulatedClock, messages: readonly Field[]): Promise<void> {
    await Promise.race([this.stop.promise, this.work(clock, messages)]);
  }

  private async work(clock: SimulatedClock, messages: readonly Field[]): Promise<void> {
    const life = await Life.begin(this.disk, clock);
    const service = this.service();
    const wait = async (message: Field, job: Job): Promise<void> => {
      await life.keeper.waits.accept({ service, job, node: 'wait', message: { ...message }, timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 5 });
      if (!this.stopped) this.world.accepted.add(message._msgid);
    };
    const submit = async (message: Field, given: object = { ...message }): Promise<void> => {
      this.submitted.add(message._msgid);
      const query = { geometry: message.geometry };
      await wait(message, await life.keeper.submissions.submit({ service, kind: 'geometry', query, reuse: true, options: {}, node: 'submit', message: given as FlowMessage }));
    };
    const send = (message: Field): Promise<void> => {
      this.world.sent.set(message._msgid, (this.world.sent.get(message._msgid) ?? 0) + 1);
      return submit(message);
    };
    const going: Promise<void>[] = [];
    const downloads: Promise<void>[] = [];
    const download = async (message: FlowMessage): Promise<void> => {
      // From soil-wait to soil-download, a message is in the flow's memory.
      await this.step();
      let mayBeSecond = false;
      const fetch = async ({ again }: FileOrigin): Promise<string> => {
        mayBeSecond = again;
        await this.step();
        return 'file';
      };
      const handOver = (): void => {
        const { _msgid: id, job } = message as unknown as Field & { job: Job };
        if (!this.stopped) this.world.delivered.push({ id, again: mayBeSecond || job.redelivered === true, job: job.id });
      };
      await life.keeper.files.carryOut({ node: 'download', message, signal: new AbortController().signal, fetch, handOver });
    };
    life.keeper.outcomes.attach('submit', {
      created: (message, job) => void (this.stopped || going.push(wait(message as unknown as Field, job))),
      unknown: (message) => void (this.stopped || this.world.unknown.push((message as unknown as Field)._msgid)),
      unsent: (message) => {
        if (this.stopped) return;
        this.world.accepted.add((message as unknown as Field)._msgid);
        going.push(submit(message as unknown as Field, message));
      },
    });
    life.keeper.waits.attach('wait', service, waitListener({
      failed: (_message, error) => assert.fail(error),
      completed: (message, job) => void (this.stopped || downloads.push(download({ ...message, job, soil: { job } }))),
    }));
    life.keeper.files.attach('download', (message) => void (this.stopped || downloads.push(download(message))));
    // What was picked up goes on first: then it is known what is still to be sent.
    await Promise.all(going);
    for (const message of messages.filter(({ _msgid }) => !this.world.accepted.has(_msgid))) going.push(send(message));
    await Promise.all(going);
    while (life.keeper.waits.count('wait') > 0 && !this.stopped) await clock.advance(1000);
    await Promise.all(downloads);
    if (!this.stopped) await life.end();
  }

  private service(): ScriptedService {
    const service = new ScriptedService();
    service.createJob = async (kind: JobKind, query: SoilQuery, options: CreateOptions = {}): Promise<JobAddress> => {
      await this.step();
      await options.beforeSending?.();
      this.world.posting(query, this.submitted);
      await this.step();
      const id = this.world.create(query);
      await this.step();
      return service.jobAddress(id, kind);
    };
    service.pollJob = async (address) => {
      await this.step();
      return this.world.read(address.id);
    };
    return service;
  }

  private step(): Promise<void> | undefined {
    if (this.stopped || this.steps === this.lastStep + (this.half ? 1 : 0)) {
      this.stopped = true;
      this.stop.resolve();
      return new Promise(() => undefined);
    }
    this.steps++;
    return undefined;
  }
}

/** Lives one after another on one disk, each killed at a step of its own, and a last one that is left alone. */
async function livesOf(kills: { step: number; half: boolean; powerCut: boolean }[]): Promise<{ world: World; steps: number }> {
  const world = new World();
  const wall = Date.UTC(2026, 0, 1);
  let disk = new MemoryDisk();
  let steps = 0;
  for (const [at, kill] of [...kills, { step: Infinity, half: false, powerCut: false }].entries()) {
    const life = new Process(world, disk, kill.step, kill.half);
    await life.run(new SimulatedClock(wall + at * 60_000), fields);
    steps = life.steps;
    disk = kill.powerCut ? disk.afterPowerCut() : disk.afterKill();
  }
  return { world, steps };
}

function check(world: World, what: string): void {
  const ids = new Set([...world.delivered.map(({ id }) => id), ...world.unknown]);
  for (const { _msgid } of fields) assert.ok(ids.has(_msgid), `${_msgid} is lost: ${what}`);
  for (const { _msgid } of fields) {
    const sent = world.sent.get(_msgid) ?? 0;
    const unmarked = world.delivered.filter(({ id, again }) => id === _msgid && !again).length;
    assert.ok(unmarked <= sent, `${_msgid} was sent ${sent} times and came out ${unmarked} times without a word: ${what}`);
  }
  for (const geometry of new Set(fields.map((field) => field.geometry))) {
    const posts = world.posted.filter((posted) => posted === geometry).length;
    const reports = world.unknown.filter((id) => fields.find(({ _msgid }) => _msgid === id)?.geometry === geometry).length;
    assert.ok(posts <= 1 + reports, `${geometry} was submitted ${posts} times, and ${reports} times its fate was said to be unknown: ${what}`);
  }
}

describe('A crash', () => {
  it('at any step loses no message, submits nothing twice, and reports every request whose fate is unknown', async () => {
    const { world, steps } = await livesOf([]);
    assert.deepEqual([world.posted.length, world.delivered.length, world.unknown.length], [2, 3, 0]);
    assert.ok(steps > 25, String(steps));
    let reports = 0;
    for (let step = 0; step < steps; step++) {
      for (const half of [false, true]) {
        for (const powerCut of [false, true]) {
          const { world: after } = await livesOf([{ step, half, powerCut }]);
          check(after, JSON.stringify({ step, half, powerCut }));
          reports += after.unknown.length;
        }
      }
    }
    assert.ok(reports > 0);
  }).timeout(300_000);

  it('that follows other crashes does no more harm than the first', async () => {
    const rounds = Number(process.env.SOIL_CRASH_ROUNDS ?? 100);
    const random = seeded(Number(process.env.SOIL_SEED ?? 1));
    for (let round = 0; round < rounds; round++) {
      const kills = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({ step: Math.floor(random() * 60), half: random() < 0.3, powerCut: random() < 0.3 }));
      const { world } = await livesOf(kills);
      check(world, JSON.stringify(kills));
    }
  }).timeout(600_000);
});
