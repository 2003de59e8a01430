import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PAGE = 4096;

/** A real file system of a few pages, in memory (Linux, as root). */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /**
   * Skips the test, and says so, if this machine does not let us mount one.
   *
   * @param what is tested with it
   */
  static mountFor(test: Mocha.Context, what: string, pages = 16): SmallDisk {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'soil-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${pages * PAGE}`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      rmSync(folder, { recursive: true });
      console.warn(`NOT TESTED: ${what}. A small file system can be mounted by root on Linux only.`);
      return test.skip();
    }
  }

  /** Leaves this many pages free. */
  fill(free: number): void {
    this.free();
    for (let pages = 64; pages > free; pages--) {
      try {
        writeFileSync(path.join(this.folder, 'filler'), Buffer.alloc(PAGE, 1), { flag: 'a' });
      } catch {
        break;
      }
    }
    this.shrink(free);
  }

  free(): void {
    rmSync(path.join(this.folder, 'filler'), { force: true });
  }

  makeReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.folder]);
  }

  /** Holds its folder for a moment during some work on it, as a virus scanner on Windows does: mounted, it can be neither moved nor removed. */
  async holdDuring(done: Promise<void>): Promise<void> {
    await Promise.allSettled([done, pause(50).then(() => this.unmount())]);
    await done;
  }

  private unmount(): void {
    // Lazily: a test that failed may have left a file open.
    execFileSync('umount', ['-l', this.folder]);
  }

  remove(): void {
    this.unmount();
    rmSync(this.folder, { recursive: true });
  }

  private shrink(pages: number): void {
    if (pages > 0) execFileSync('truncate', ['-s', `-${pages * PAGE}`, path.join(this.folder, 'filler')]);
  }
}
