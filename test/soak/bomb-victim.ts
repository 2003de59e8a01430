// A process in which a bomb goes off: it takes something harmless first, then the bomb, and reports what that did to it.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { verifyArchive } from '../../src/archive/verify-archive';
import { downloadFile } from '../../src/download/download-file';
import { SoilError } from '../../src/errors/soil-error';
import { readJsonAnswer } from '../../src/service/answers/json-answer';
import { HttpClient } from '../../src/transport/http-client';

export interface Bomb {
  kind: 'answer' | 'download' | 'zip';
  /** Addresses, or paths of files. */
  harmless: string;
  harmful: string;
  /** The error that it should end in. */
  code: string;
  folder: string;
}

export interface BombEffect {
  /** Code of the error that it ended in. */
  ended: string;
  /** Peak resident memory above what it was before. */
  grownBytes: number;
  /** Event-loop delay, ms. */
  p99: number;
  max: number;
}

async function take({ kind, folder }: Bomb, target: string): Promise<void> {
  if (kind === 'zip') {
    await verifyArchive(target, { deep: true });
  } else if (kind === 'download') {
    const apiOrigin = new URL(target).origin;
    await downloadFile({ url: target, directory: folder, filename: 'result.zip', exists: 'replace', allowPrivateHosts: true, apiOrigin, timeoutSeconds: 60, retryBudgetSeconds: 300, maxBytes: 256 * 2 ** 20 });
  } else {
    const client = new HttpClient({ timeoutSeconds: 60, retryBudgetSeconds: 120 });
    const exchange = { purpose: 'read the datasets', method: 'GET', url: target } as const;
    try {
      readJsonAnswer({ answer: await client.exchange({ ...exchange, headers: {}, repeat: 'safe' }), ...exchange, secrets: [] });
    } finally {
      await client.close();
    }
  }
}

async function main(): Promise<void> {
  const [bomb] = (await once(process, 'message')) as [Bomb];
  for (let time = 0; time < 20; time++) await take(bomb, bomb.harmless);
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 2 });
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  delay.enable();
  const ended = await take(bomb, bomb.harmful).then(
    () => 'no error',
    (error: unknown) => (error instanceof SoilError ? error.code : String(error)),
  );
  most = Math.max(most, process.memoryUsage.rss());
  delay.disable();
  clearInterval(watch);
  const effect: BombEffect = { ended, grownBytes: most - before, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
  process.send?.(effect);
}

void main();
