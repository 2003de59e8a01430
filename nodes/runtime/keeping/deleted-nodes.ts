import { existsSync } from 'node:fs';
import type { NodeAPI } from 'node-red';
import { presenceIn } from '../nodes-in-flows';
import { withKeeper } from './keeper-use';
import { onePerRuntime } from './one-per-runtime';
import { soilDirectory } from './soil-directory';

const MOST_NAMED = 5;

/**
 * After each deploy, drops the jobs of the nodes that it deleted, with a log line for each. A node that is missing for another reason was not
 * deleted: Node-RED may run another flow file or project, or could not read its file. Its messages go on when its flows are back; the log says
 * how many wait.
 * The package does this, not a node: once the last soil node is deleted, no node is left to do it.
 */
export const dropJobsOfDeletedNodes = onePerRuntime((RED): void => {
  let before: ReturnType<typeof presenceIn> | undefined;
  RED.events.on('flows:started', ({ diff }: { diff?: unknown }) => {
    const [had, has] = [before, presenceIn(RED)];
    before = has;
    if (!existsSync(soilDirectory(RED))) return;
    // Only a deploy has a diff to what ran before: flows loaded from storage simply replace it, and in safe mode nothing ran.
    if (!diff || !had) return void sayWhatIsPaused(RED, has).catch(() => undefined);
    const isDeleted = (id: string): boolean => had(id) && !has(id);
    // The flows name only the instance of a subflow that a package brings: its nodes run as `<instance>-<node>`.
    drop(RED, (id) => has(id) || !(had(id) || beginnings(id).some(isDeleted))).catch((error: Error) => RED.log.warn(`soil-data: ${error.message}`));
  });
});

/** `a` and `a-b` of `a-b-c`. */
function beginnings(id: string): string[] {
  return [...id.matchAll(/-/g)].map(({ index }) => id.slice(0, index));
}

async function drop(RED: NodeAPI, exists: (id: string) => boolean): Promise<void> {
  await withKeeper(RED, async (keeper) => {
    for (const line of await keeper.retain(exists)) RED.log.info(`soil-data: ${line}`);
  });
}

async function sayWhatIsPaused(RED: NodeAPI, exists: (id: string) => boolean): Promise<void> {
  await withKeeper(RED, (keeper) => {
    const paused = keeper.list().filter(({ state, node }) => state === 'paused' && !exists(node));
    if (paused.length === 0) return;
    const nodes = [...new Set(paused.map(({ node }) => node))];
    const named = nodes.length > MOST_NAMED ? [...nodes.slice(0, MOST_NAMED), '…'] : nodes;
    RED.log.warn(
      `soil-data: Messages that wait for jobs in nodes that these flows do not have: ${paused.length} (${named.join(', ')}). ` +
        'They go on when the nodes are back; to give them up, use "Stop waiting" in the sidebar "Soil jobs".',
    );
  });
}
