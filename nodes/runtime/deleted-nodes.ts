import { existsSync } from 'node:fs';
import type { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { nodesInFlows } from './nodes-in-flows';
import { soilDirectory } from './user-directory';

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
  const directory = soilDirectory(RED);
  if (!existsSync(directory)) return;
  const keeper = await JobKeeper.acquire(directory, { log: (line) => RED.log.warn(`soil-data: ${line}`) });
  try {
    for (const line of await keeper.retain(nodesInFlows(RED))) RED.log.info(`soil-data: ${line}`);
  } finally {
    await keeper.release();
  }
}
