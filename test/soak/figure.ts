/** One of the figures of docs/reliability.md, as observed. */
export interface Figure {
  number: number;
  name: string;
  /** What was observed, in words and numbers. */
  seen: string;
  /** What does not hold: nothing if the figure is met. */
  missed: string[];
}

/** What a run is to do. */
export interface SoakOptions {
  seed: number;
  /** Jobs of figure 1. */
  jobs: number;
  /** The full figures, or only as much as fits into a minute. */
  full: boolean;
}

/** Bytes in use after everything that can go has gone (needs --expose-gc). */
export async function heapInUse(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().heapUsed;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(2)} MiB`;
}
