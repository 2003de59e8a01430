import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeExport } from './export-archive';
import type { JobRecord } from './job-store';
import { moveToPlace, remove } from './patient-files';

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

/** Names that {@link ResultFiles} gives: to the file of a job, or to one that is being made. */
const OWN_NAME = /^[0-9a-f-]{36}\.(zip|[0-9a-f-]{36}\.draft)$/;

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
    const left = (await readdir(folder)).filter((name) => OWN_NAME.test(name));
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
    const draft = path.join(this.folder, `${job.id}.${randomUUID()}.draft`);
    try {
      // Systems clear their place for temporary files of what has not been used for days.
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const handle = await open(draft, 'wx');
      let bytes: number;
      try {
        bytes = await writeExport(handle, job, this.signal);
      } finally {
        await handle.close();
      }
      const etag = `"${await digestOf(draft)}"`;
      const target = path.join(this.folder, `${job.id}.zip`);
      await moveToPlace(draft, target);
      return { path: target, bytes, etag };
    } catch (error) {
      await remove(draft);
      throw error;
    } finally {
      this.working--;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    while (this.working >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.working++;
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
