import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeExport } from './export-archive';
import type { JobRecord } from './job-store';
import { isDraft, remove, writeWhole } from './patient-files';

/** A file that can be sent. */
export interface ResultFile {
  path: string;
  bytes: number;
  /** A strong validator: of the content (RFC 9110, section 8.8.1). */
  etag: string;
}

/** How many files are kept for later requests. */
const MOST_FILES = 32;
const MOST_AT_ONCE = 2;

/** Names that {@link ResultFiles} gives to the files of jobs. */
const OWN_NAME = /^[0-9a-f-]{36}\.zip$/;

interface Kept {
  file: Promise<ResultFile>;
  /** How many requests are being answered with it. */
  users: number;
}

/**
 * The files of completed jobs. A file is made when it is first asked for, and again when it is gone, since it follows from the job alone.
 * The oldest unused ones make room for new ones.
 */
export class ResultFiles {
  private readonly kept = new Map<string, Kept>();
  private readonly waiting: (() => void)[] = [];
  private working = 0;

  private constructor(
    private readonly folder: string,
    private readonly temporary: boolean,
    private readonly signal: AbortSignal,
  ) {}

  /** In `folder`, without the files of earlier runs, or in a temporary one. `signal` stops what is being made. */
  static async open(folder: string | undefined, signal: AbortSignal): Promise<ResultFiles> {
    if (folder === undefined) return new ResultFiles(await mkdtemp(path.join(tmpdir(), 'soil-sandbox-')), true, signal);
    await mkdir(folder, { recursive: true });
    const left = (await readdir(folder)).filter((name) => OWN_NAME.test(name) || isDraft(name));
    for (const name of left) await remove(path.join(folder, name));
    return new ResultFiles(folder, false, signal);
  }

  /**
   * Does something with the file of a completed job, which stays for as long as that takes. A file asked for by many at once is made only once.
   * If someone else deleted it (`ENOENT`), it is made again, once.
   */
  async use(job: JobRecord, action: (file: ResultFile) => Promise<void>): Promise<void> {
    try {
      await this.lend(job, action);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.kept.delete(job.id);
      await this.lend(job, action);
    }
  }

  /** Waits until nothing is being made any more, then removes the files. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.kept.values()].map(({ file }) => file));
    if (this.temporary) await remove(this.folder);
    else await Promise.all([...this.kept.keys()].map((id) => remove(path.join(this.folder, `${id}.zip`))));
  }

  private async lend(job: JobRecord, action: (file: ResultFile) => Promise<void>): Promise<void> {
    const kept = this.kept.get(job.id) ?? { file: this.make(job), users: 0 };
    this.kept.set(job.id, kept);
    kept.users++;
    try {
      await action(await kept.file);
    } catch (error) {
      await kept.file.catch(() => this.kept.delete(job.id));
      throw error;
    } finally {
      kept.users--;
      await this.makeRoom();
    }
  }

  private async make(job: JobRecord): Promise<ResultFile> {
    await this.turn();
    const target = path.join(this.folder, `${job.id}.zip`);
    try {
      const bytes = await writeWhole(target, (file) => writeExport(file, job, this.signal));
      return { path: target, bytes, etag: `"${await digestOf(target)}"` };
    } finally {
      // The place goes on to whoever is next.
      const next = this.waiting.shift();
      if (next) next();
      else this.working--;
    }
  }

  private async turn(): Promise<void> {
    if (this.working < MOST_AT_ONCE) this.working++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private async makeRoom(): Promise<void> {
    for (const [id, { file, users }] of this.kept) {
      if (this.kept.size <= MOST_FILES) return;
      if (users > 0) continue;
      this.kept.delete(id);
      await remove((await file).path);
    }
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
