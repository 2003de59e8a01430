import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface FixedService {
  base: string;
  counts(): Promise<{ jobs: number; polls: number; files: number; early: number; other: number }>;
  stop(): Promise<void>;
}

/** Starts the service that answers from memory, in a process of its own. */
export async function startFixedService(options: { jobMs?: number } = {}): Promise<FixedService> {
  const child = fork(path.join(__dirname, 'fixed-service.ts'), [String(options.jobMs ?? 0)]);
  const [{ base }] = (await once(child, 'message')) as [{ base: string }];
  return {
    base,
    counts: async () => (await (await fetch(`${base}/counts`)).json()) as Awaited<ReturnType<FixedService['counts']>>,
    stop: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
