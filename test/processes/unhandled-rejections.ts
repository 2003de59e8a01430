import { inspect } from 'node:util';
import type { RootHookObject } from 'mocha';

/**
 * A promise whose error nobody takes ends Node-RED, since it ends the process (Node's documentation, "Event: 'unhandledRejection'"). Mocha only
 * passes it on to other listeners: without this one, a test in which it happens would pass.
 */
const unhandled = new Set<string>();

export const mochaHooks: RootHookObject = {
  beforeAll() {
    process.on('unhandledRejection', (reason) => unhandled.add(inspect(reason)));
  },
  async afterEach() {
    // Node tells of it once what stands in line is done.
    await new Promise((resolve) => setImmediate(resolve));
    const found = [...unhandled];
    unhandled.clear();
    if (found.length > 0) throw new Error(`Promises were rejected that nobody waits for, which would end Node-RED:\n${found.join('\n')}`);
  },
};
