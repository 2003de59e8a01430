import { existsSync } from 'node:fs';
import type { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { acquireKeeper } from './keeper-use';
import { nodesInFlows } from './nodes-in-flows';
import { soilDirectory } from './soil-directory';

const watched = new WeakSet<EventEmitter>();

/**
 * After each deploy, drops the jobs of the nodes that it deleted, with a line in the log for each. A node that is missing otherwise was not
 * deleted: Node-RED may run another flow file or project, or could not read its file, and what waits goes on when its flows are back.
 * It does so from the package, not from a node: with the last soil node deleted, no node is left to do it.
 */
export function dropJobsOfDeletedNodes(RED: NodeAPI): void {
  const events = RED.events;
  if (watched.has(events)) return;
  watched.add(events);
  let before = (_id: string): boolean => false;
  events.on('flows:started', ({ diff }: { diff?: unknown }) => {
    const [had, has] = [before, nodesInFlows(RED)];
    before = has;
    // Only a deploy differs from what ran before it: what Node-RED loads from its storage just takes its place.
    if (!diff) return;
    drop(RED, (id) => has(id) || !had(id)).catch((error: Error) => RED.log.warn(`soil-data: ${error.message}`));
  });
}

async function drop(RED: NodeAPI, exists: (id: string) => boolean): Promise<void> {
  if (!existsSync(soilDirectory(RED))) return;
  const keeper = await acquireKeeper(RED);
  try {
    for (const line of await keeper.retain(exists)) RED.log.info(`soil-data: ${line}`);
  } finally {
    await keeper.release();
  }
}
