import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isSoilError } from '../../src/errors/soil-error';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { diskFileSystem, type FileSystem, type OpenFile } from '../../src/jobs/journal/file-system';
import type { Job } from '../../src/service/job';
import { SoilService } from '../../src/service/soil-service';
import { settingsFor } from '../faults/fault-run';
import { waitListener } from '../jobs/wait-listener';
import { seeded } from '../random/seeded';
import { PatientClock } from '../time/patient-clock';
import { FaultyService } from './faulty-service';
import { heapInUse, mebibytes, type Figure, type SoakOptions } from './figure';

const AT_ONCE = 48;
const FAULT_SHARE = 0.15;
const DISK_FAULT_SHARE = 0.002;
/** Jobs between two redeploys. */
const REDEPLOY_EVERY = 1000;
/** Errors that tell the sender of the message that its job may exist. */
const SAYS_SO = /may exist|was created at the service/;

/** The outcomes of the messages, by their numbers: flat, so that an endless run takes no more memory than it needs. */
class Ends {
  readonly words: string[] = ['lost'];
  readonly again: string[] = [];
  private readonly codes: Uint8Array;

  constructor(messages: number) {
    this.codes = new Uint8Array(messages);
  }

  add(message: number, how: string): void {
    if (this.codes[message] !== 0) this.again.push(`message ${message}: ${this.of(message)}, then ${how}`);
    if (!this.words.includes(how)) this.words.push(how);
    this.codes[message] = this.words.indexOf(how);
  }

  of(message: number): string {
    return this.words[this.codes[message] as number] as string;
  }
}

/** Figures 1 and 7: jobs from the request to their end, over real sockets and a real disk, while the service, the disk and redeploys fail them at random. */
export async function jobsUnderFaults({ seed, jobs }: SoakOptions): Promise<Figure[]> {
  const random = seeded(seed);
  const server = new FaultyService(random, FAULT_SHARE, jobs, numberOf);
  const origin = await server.start();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'soil-soak-'));
  const disk = faultyDisk(random);
  const unhandled: unknown[] = [];
  const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', noteUnhandled);
  const startedAt = performance.now();
  const run = new Run(origin, directory, disk.fileSystem, jobs);
  const cpuBefore = process.cpuUsage();
  const heap: number[] = [];
  try {
    for (let from = 0; from < jobs; from += REDEPLOY_EVERY) {
      await run.batch(from, Math.min(jobs, from + REDEPLOY_EVERY));
      // What is kept on purpose (the last jobs, for reuse) has reached its limit by then.
      if (from >= jobs / 4) heap.push(await heapInUse());
    }
    await run.finish();
  } finally {
    process.off('unhandledRejection', noteUnhandled);
    await server.stop();
    await rm(directory, { recursive: true });
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  const cpu = process.cpuUsage(cpuBefore);
  const cpuMinutes = (cpu.user + cpu.system) / 60e6;
  const counts = count(run.ends, server.taken, jobs);
  const faults = server.faults + disk.faults();
  return [
    {
      number: 1,
      name: 'jobs under faults',
      seen: `${jobs} jobs, ${faults} faults (${disk.faults()} of the disk), ${run.redeploys} redeploys, ${server.tokens} tokens: ${describe(counts)}, ${unhandled.length} unhandled rejections, in ${minutes.toFixed(1)} minutes (${cpuMinutes.toFixed(1)} of one core)`,
      missed: [
        ...counts.problems.slice(0, 20),
        ...unhandled.slice(0, 5).map((reason) => `unhandled: ${String(reason)}`),
        ...(faults < jobs * 0.4 ? [`only ${faults} faults`] : []),
        // A busy machine takes longer: what counts is the work of two cores.
        ...(jobs >= 100_000 && cpuMinutes > 20 ? ['more than the work of two cores in 10 minutes'] : []),
      ],
    },
    heapFigure(heap, jobs),
  ];
}

/** One Node-RED after the other on one directory, with the messages of all of them. */
class Run {
  readonly ends: Ends;
  redeploys = 0;
  private readonly clock = new PatientClock(200);
  private waiting = new Set<string>();
  private stop: (() => Promise<void>) | undefined;
  private keeper!: JobKeeper;
  private service!: SoilService;

  constructor(
    private readonly origin: string,
    private readonly directory: string,
    private readonly fileSystem: FileSystem,
    messages: number,
  ) {
    this.ends = new Ends(messages);
  }

  /** Sends messages, and closes everything while the last of them wait. */
  async batch(from: number, to: number): Promise<void> {
    await this.start();
    let next = from;
    const lane = async (): Promise<void> => {
      while (next < to) await this.send(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    await this.stop?.();
    this.redeploys++;
  }

  /** Lets everything that still waits finish. */
  async finish(): Promise<void> {
    await this.start();
    const due = performance.now() + 600_000;
    while (this.waiting.size > 0 && performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 20));
    await this.stop?.();
  }

  private async start(): Promise<void> {
    const { clock } = this;
    const service = new SoilService(settingsFor(this.origin, { maxConcurrent: AT_ONCE }), { clock });
    const keeper = await untilItWorks(() => JobKeeper.acquire(this.directory, { clock, fileSystem: this.fileSystem }));
    const detach = keeper.waits.attach('wait', service, waitListener({
      completed: (message) => this.end(message, 'completed'),
      failed: (message, error) => this.end(message, error),
    }));
    const leave = keeper.outcomes.attach('submit', {
      created: (message, job) => void this.wait(keeper, service, message, job),
      unknown: (message, error) => this.end(message, error),
      unsent: (message) => void this.submit(message),
    });
    this.keeper = keeper;
    this.service = service;
    this.stop = async () => {
      detach();
      leave();
      await keeper.release();
      await service.close();
    };
  }

  private send(index: number): Promise<void> {
    return this.submit({ _msgid: String(index), geometry: geometryOf(index) });
  }

  private async submit(message: Record<string, unknown>): Promise<void> {
    const { keeper, service } = this;
    try {
      const job = await keeper.submissions.submit({ service, kind: 'geometry', query: { geometry: String(message.geometry) }, reuse: false, options: {}, node: 'submit', message });
      await this.wait(keeper, service, message, job);
    } catch (error) {
      this.end(message, error);
    }
  }

  /** A wait that the disk refuses is requested again, as a person who sees the error would do: the job exists. */
  private async wait(keeper: JobKeeper, service: SoilService, message: Record<string, unknown>, job: Job): Promise<void> {
    this.waiting.add(String(message.geometry));
    await untilItWorks(() => keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 600, firstPollSeconds: 1, maxPollSeconds: 20 }));
  }

  private end(message: Record<string, unknown>, how: unknown): void {
    const geometry = String(message.geometry);
    this.waiting.delete(geometry);
    const what = how === 'completed' ? how : isSoilError(how) ? `${how.code}${SAYS_SO.test(how.message) ? ', which says that it may exist' : ''}` : String(how);
    this.ends.add(Number(message._msgid), what);
  }
}

function geometryOf(index: number): string {
  return `POINT (${index % 180} ${Math.floor(index / 180) / 20})`;
}

function numberOf(geometry: string): number {
  const [longitude = 0, latitude = 0] = (geometry.match(/[\d.]+/g) ?? []).map(Number);
  return longitude + 180 * Math.round(latitude * 20);
}

async function untilItWorks<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isSoilError(error, 'SOIL_STORAGE')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** The disk of this machine, with an occasional error in writes of the journal. */
function faultyDisk(random: () => number): { fileSystem: FileSystem; faults: () => number } {
  let faults = 0;
  const perhapsFail = (): void => {
    if (random() >= DISK_FAULT_SHARE) return;
    faults++;
    const code = ['ENOSPC', 'EIO', 'EMFILE', 'EROFS'][Math.floor(random() * 4)] as string;
    throw Object.assign(new Error(`${code}: made by the test`), { code });
  };
  const open = async (file: string, mode: 'append' | 'create'): Promise<OpenFile> => {
    const opened = await diskFileSystem.open(file, mode);
    if (!file.includes('journal')) return opened;
    return {
      ...opened,
      write: async (bytes) => {
        perhapsFail();
        return opened.write(random() < DISK_FAULT_SHARE ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
      },
      sync: async () => {
        perhapsFail();
        await opened.sync();
      },
    };
  };
  return { fileSystem: { ...diskFileSystem, open }, faults: () => faults };
}

interface Counts {
  byEnd: Map<string, number>;
  problems: string[];
}

function count(ends: Ends, taken: Uint8Array, jobs: number): Counts {
  const byEnd = new Map<string, number>();
  const problems = ends.again.map((what) => `came out twice: ${what}`);
  for (let message = 0; message < jobs; message++) {
    const end = ends.of(message);
    const posts = taken[message] as number;
    byEnd.set(end, (byEnd.get(end) ?? 0) + 1);
    if (end === 'lost') problems.push(`lost: message ${message}, taken ${posts} times`);
    if (posts > 1) problems.push(`submitted ${posts} times: message ${message}`);
    // The service has it, and it did not come out: then its sender must know that it may exist.
    if (posts > 0 && !/completed|UNKNOWN|may exist|SOIL_REQUEST|SOIL_RESPONSE/.test(end)) problems.push(`taken and not reported: message ${message}: ${end}`);
  }
  return { byEnd, problems };
}

function describe({ byEnd, problems }: Counts): string {
  return [`${problems.length} problems`, ...[...byEnd].sort((one, other) => other[1] - one[1]).map(([end, number]) => `${number} ${end}`)].join(', ');
}

function heapFigure(heap: number[], jobs: number): Figure {
  const half = Math.ceil(heap.length / 2);
  // The lowest of several readings: the garbage collector is never quite done.
  const growth = Math.min(...heap.slice(half)) - Math.min(...heap.slice(0, half));
  const enough = heap.length >= 4;
  return {
    number: 7,
    name: 'memory',
    seen: enough ? `heap up by ${mebibytes(growth)} over the last ${Math.round((jobs * 3) / 8)} messages` : 'not measured: too few messages',
    missed: enough && growth > 2 * 2 ** 20 ? ['more than 2 MiB'] : [],
  };
}

