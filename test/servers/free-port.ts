import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give connections ports from 32768 (Linux) or 49152 on: no connection takes a lower one before the server listens. */
const LOWEST = 20_000;
const AFTER_HIGHEST = 32_000;

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, AFTER_HIGHEST);
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(() => true, () => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
