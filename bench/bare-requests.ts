// A process of its own that makes requests with undici alone, as a program without Node-RED would: POST, read, parse.
import { Agent, request } from 'undici';

interface Order {
  url: string;
  body: string;
  count: number;
  concurrency: number;
}

async function run({ url, body, count, concurrency }: Order): Promise<{ seconds: number; cpuSeconds: number }> {
  const dispatcher = new Agent({ connections: concurrency });
  const headers = { authorization: 'Bearer token-of-the-benchmark', accept: 'application/ld+json', 'content-type': 'application/json' };
  let sent = 0;
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const lane = async (): Promise<void> => {
    while (sent < count) {
      sent++;
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      if (answer.statusCode !== 200) throw new Error(`The answer was ${answer.statusCode}.`);
      await answer.body.json();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await dispatcher.close();
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

process.on('message', (order: Order) => void run(order).then((time) => process.send?.(time)));
process.on('disconnect', () => process.exit());
