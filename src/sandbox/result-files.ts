import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeExport } from './export-archive';
import type { JobRecord } from './job-store';

/** A file that can be sent. */
export interface ResultFile {
  path: string;
  bytes: number;
  /** A strong validator: of the content (RFC 9110, section 8.8.1). */
  etag: string;
}

const MOST_FILES = 32;
const MOST_AT_ONCE = 2;

/**
 * The files of completed jobs. A file is made when it is first asked for and again when it is gone: it follows from the job alone.
 * The oldest ones make room for new ones.
 */
export class ResultFiles {
  private readonly files = new Map<string, Promise<ResultFile>>();
  private readonly waiting: (() => void)[] = [];
  private working = 0;

  private constructor(
    private readonly folder: string,
    private readonly temporary: boolean,
    private readonly signal: AbortSignal,
  ) {}

  /** In `folder`, emptied first, or in a temporary one. `signal` stops what is being made. */
  static async open(folder: string | undefined, signal: AbortSignal): Promise<ResultFiles> {
    if (folder === undefined) return new ResultFiles(await mkdtemp(path.join(tmpdir(), 'soil-sandbox-')), true, signal);
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { force: true });
    return new ResultFiles(folder, false, signal);
  }

  /** The file of a completed job. Asked for by many at once, it is made once. */
  async of(job: JobRecord): Promise<ResultFile> {
    let file = this.files.get(job.id);
    if (!file) {
      file = this.make(job);
      this.files.set(job.id, file);
      file.catch(() => this.files.delete(job.id));
      await this.makeRoom();
    }
    return file;
  }

  /** Forgets a file that turned out to be gone. */
  forget(job: JobRecord): void {
    this.files.delete(job.id);
  }

  /** Ends once nothing is being made any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.files.values());
    if (this.temporary) await rm(this.folder, { recursive: true, force: true });
    else await Promise.all([...this.files.keys()].map((id) => rm(path.join(this.folder, `${id}.zip`), { force: true })));
  }

  private async make(job: JobRecord): Promise<ResultFile> {
    await this.turn();
    const draft = path.join(this.folder, `${job.id}.${randomUUID()}.draft`);
    try {
      const handle = await open(draft, 'wx');
      let bytes: number;
      try {
        bytes = await writeExport(handle, job, this.signal);
      } finally {
        await handle.close();
      }
      const etag = `"${await digestOf(draft)}"`;
      const target = path.join(this.folder, `${job.id}.zip`);
      await rename(draft, target);
      return { path: target, bytes, etag };
    } catch (error) {
      await rm(draft, { force: true });
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
    for (const [id, file] of this.files) {
      if (this.files.size <= MOST_FILES) return;
      this.files.delete(id);
      const made = await file.catch(() => undefined);
      if (made) await rm(made.path, { force: true });
    }
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
