// A process of its own that carries out jobs with only undici and the file system, but with the care of our nodes: a connection of its own for each
// submission, the SHA-256 of the file, file and folder synced before the job counts as done. No journal, no second try, no look into the zip.
import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface JobsOrder {
  base: string;
  geometry: string;
  folder: string;
  count: number;
  connections: number;
  firstPollMs: number;
}

const JSON_HEADERS = { authorization: 'Bearer token-of-the-benchmark', accept: 'application/json', 'content-type': 'application/json' };

async function run({ base, geometry, folder, count, connections, firstPollMs }: JobsOrder): Promise<{ seconds: number; cpuSeconds: number }> {
  const kept = new Agent({ connections });
  const fresh = new Agent({ connections, pipelining: 0 });
  const startedAt = performance.now();
  const cpu = process.cpuUsage();

  const ask = async (url: string, method: 'GET' | 'POST', dispatcher: Agent, body?: string): Promise<unknown> => {
    const answer = await request(url, { method, headers: JSON_HEADERS, dispatcher, ...(body !== undefined && { body }) });
    if (answer.statusCode >= 300) throw new Error(`The answer was ${answer.statusCode}.`);
    return answer.body.json();
  };
  const carryOut = async (): Promise<void> => {
    const { Location: job } = (await ask(`${base}/v1/soil-data-by-geometry/queries`, 'POST', fresh, JSON.stringify({ geometry }))) as { Location: string };
    for (;;) {
      await sleep(firstPollMs);
      const reading = (await ask(job, 'GET', kept)) as { actionStatus: string; result?: { url: string } };
      if (reading.actionStatus === 'Completed' && reading.result) return bring(reading.result.url, path.join(folder, `bare-${path.basename(job)}.zip`));
    }
  };
  const bring = async (url: string, target: string): Promise<void> => {
    const { body } = await request(url, { dispatcher: kept });
    const part = await open(`${target}.part`, 'w');
    const hash = createHash('sha256');
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await part.write(chunk);
    }
    await part.sync();
    await part.close();
    await rename(`${target}.part`, target);
    const directory = await open(folder, 'r');
    await directory.sync();
    await directory.close();
    hash.digest('hex');
  };

  await Promise.all(Array.from({ length: count }, carryOut));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all([kept.close(), fresh.close()]);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

process.on('message', (order: JobsOrder) => void run(order).then((time) => process.send?.(time)));
process.on('disconnect', () => process.exit());
