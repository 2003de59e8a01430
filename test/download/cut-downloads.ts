import { readFile } from 'node:fs/promises';
import { seeded } from '../random/seeded';
import { DownloadScenario, sha256, zipOf } from './download-scenario';
import type { Answer } from './file-server';

/** What became of downloads whose connections were cut. */
export interface CutFigures {
  downloads: number;
  /** Those whose file is not what the server has, or that failed: how to repeat them. */
  corrupt: string[];
  /** Share of the bytes that went over the line more than once. */
  fetchedTwice: number;
}

/** Cuts a download of a file of so many bytes at every offset (or at every n-th), and once more in the rest of it. `smallBytes`: see `DownloadParts`. */
export async function cutAtOffsets(bytes: number, step = 1, smallBytes?: number): Promise<CutFigures> {
  const content = zipOf(bytes);
  const plans: { what: string; answers: Answer[] }[] = [];
  for (let offset = 0; offset < content.length; offset += step) {
    plans.push({ what: `cut at ${offset}`, answers: [{ cutAfter: offset }, { cutAfter: Math.floor((content.length - offset) / 2) }] });
  }
  return run(content, plans, smallBytes);
}

/** Cuts downloads of 300 kB up to eight times each, at random. `smallBytes`: see `DownloadParts`. */
export async function cutAtRandom(count: number, seed: number, smallBytes?: number): Promise<CutFigures> {
  const random = seeded(seed);
  const content = zipOf(300_000);
  const plans = Array.from({ length: count }, (_, index) => ({
    what: `download ${index} of seed ${seed}`,
    answers: Array.from({ length: 1 + Math.floor(random() * 8) }, () => ({ cutAfter: Math.floor(random() * random() * content.length) })),
  }));
  return run(content, plans, smallBytes);
}

async function run(content: Buffer, plans: { what: string; answers: Answer[] }[], smallBytes: number | undefined): Promise<CutFigures> {
  const scenario = new DownloadScenario(smallBytes);
  await scenario.open(content);
  const corrupt: string[] = [];
  try {
    for (const { what, answers } of plans) {
      scenario.server.answers.push(...answers);
      try {
        const file = await scenario.download();
        if (!(await readFile(file.path)).equals(content) || file.sha256 !== sha256(content)) corrupt.push(what);
      } catch (error) {
        corrupt.push(`${what}: ${String(error)}`);
      }
      scenario.server.answers.length = 0;
    }
    return { downloads: plans.length, corrupt, fetchedTwice: scenario.server.sentBytes / (plans.length * content.length) - 1 };
  } finally {
    await scenario.close();
  }
}
