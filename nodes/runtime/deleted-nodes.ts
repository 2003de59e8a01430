import { existsSync } from 'node:fs';
import type { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { acquireKeeper } from './keeper-use';
import { nodesInFlows } from './nodes-in-flows';
import { soilDirectory } from './soil-directory';

const watched = new WeakSet<EventEmitter>();

/**
 * After each start and deploy, drops the jobs of nodes that are no longer in the flows, with a line in the log for each.
 * It does so from the package, not from a node: with the last soil node deleted, no node is left to do it.
 */
export function dropJobsOfDeletedNodes(RED: NodeAPI): void {
  const events = RED.events;
  if (watched.has(events)) return;
  watched.add(events);
  events.on('flows:started', () => {
    drop(RED).catch((error: Error) => RED.log.warn(`soil-data: ${error.message}`));
  });
}

async function drop(RED: NodeAPI): Promise<void> {
  if (!existsSync(soilDirectory(RED))) return;
  const keeper = await acquireKeeper(RED);
  try {
    for (const line of await keeper.retain(nodesInFlows(RED))) RED.log.info(`soil-data: ${line}`);
  } finally {
    await keeper.release();
  }
}
