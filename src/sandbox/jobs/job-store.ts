import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../problem';
import { readRequestFilter, type RequestFilter } from '../request/request-filter';
import { isDraft, remove, sync, writeWhole } from './patient-files';

/** The two operations that make jobs: sections 4.6 and 4.8. */
const JOB_OPERATIONS = ['soil-data-by-geometry/queries', 'soil-data-by-area-queries'] as const;
export type JobOperation = (typeof JOB_OPERATIONS)[number];

/** A job as it is stored: its state and its file follow from this alone. Plain JSON. */
export interface JobRecord {
  id: string;
  operation: JobOperation;
  filter: RequestFilter;
  /** Milliseconds since 1970. */
  createdAt: number;
  completedAt: number;
  /** Why it fails instead of being completed. */
  failure?: string;
}

/** Jobs are forgotten after 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_JOBS = 100_000;
/** All geometries together, in characters. */
const MOST_GEOMETRY = 256 * 1024 * 1024;
const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The jobs, oldest first; the oldest ones that are done make room for new ones. With a directory, each is saved there as a file before its address
 * is given out, so that a job outlives the process; without one they live in memory.
 */
export class JobStore {
  private readonly jobs = new Map<string, JobRecord>();
  private geometry = 0;

  private constructor(private readonly directory: string | undefined) {}

  /** Opens the store and reads what earlier runs left. Files that are not jobs are skipped, with a line in the log; drafts of jobs are removed. */
  static async open(directory: string | undefined, now: number, log: (line: string) => void): Promise<JobStore> {
    const store = new JobStore(directory);
    if (directory === undefined) return store;
    await mkdir(directory, { recursive: true });
    const found: JobRecord[] = [];
    for (const name of await readdir(directory)) {
      if (isDraft(name)) await remove(path.join(directory, name));
      if (!name.endsWith('.json')) continue;
      const job = readJob(await readFile(path.join(directory, name), 'utf8'));
      if (!job || `${job.id}.json` !== name) log(`${name} in the job directory does not hold a job: skipped`);
      else found.push(notAhead(job, now));
    }
    for (const job of found.sort((one, other) => one.createdAt - other.createdAt)) store.keep(job);
    await store.forgetOld(now);
    return store;
  }

  /** The job with this identifier. */
  find(id: string): JobRecord | undefined {
    return this.jobs.get(id);
  }

  /**
   * Adds a new job.
   * @throws Problem 429 if too many are under way
   */
  async add(job: Omit<JobRecord, 'id'>): Promise<JobRecord> {
    await this.forgetOld(job.createdAt, job.filter.geometry.length);
    if (!this.hasRoom(job.filter.geometry.length)) {
      throw new Problem(429, 'job-limit', 'The sandbox has too many jobs under way. Try again when some of them are completed.', { 'retry-after': '60' });
    }
    const record: JobRecord = { id: randomUUID(), ...job };
    if (this.directory !== undefined) await save(record, this.directory);
    this.keep(record);
    return record;
  }

  /** Forgets jobs whose time is over, and as many more finished ones as it takes to make room for a new one. */
  private async forgetOld(now: number, geometry = 0): Promise<void> {
    for (const job of this.jobs.values()) {
      const isOver = job.createdAt < now - KEPT_MS;
      if (!isOver && (this.hasRoom(geometry) || now < job.completedAt)) return;
      this.jobs.delete(job.id);
      this.geometry -= job.filter.geometry.length;
      if (this.directory !== undefined) await remove(path.join(this.directory, `${job.id}.json`));
    }
  }

  private hasRoom(geometry: number): boolean {
    return this.jobs.size < MOST_JOBS && this.geometry + geometry <= MOST_GEOMETRY;
  }

  private keep(job: JobRecord): void {
    this.jobs.set(job.id, job);
    this.geometry += job.filter.geometry.length;
  }
}

/** A job from the future was made before the clock was set back: it begins now. */
function notAhead(job: JobRecord, now: number): JobRecord {
  const ahead = Math.max(0, job.createdAt - now);
  return { ...job, createdAt: job.createdAt - ahead, completedAt: job.completedAt - ahead };
}

function readJob(text: string): JobRecord | undefined {
  try {
    const job = JSON.parse(text) as JobRecord;
    const sound =
      IDENTIFIER.test(job.id) &&
      JOB_OPERATIONS.includes(job.operation) &&
      Number.isFinite(job.createdAt) &&
      Number.isFinite(job.completedAt);
    return sound ? { ...job, filter: readRequestFilter(new Map(Object.entries(job.filter))) } : undefined;
  } catch {
    return undefined;
  }
}

function save(job: JobRecord, directory: string): Promise<void> {
  return writeWhole(path.join(directory, `${job.id}.json`), async (file) => {
    await file.writeFile(JSON.stringify(job));
    await sync(file);
  });
}
