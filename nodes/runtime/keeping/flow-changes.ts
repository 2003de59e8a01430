import type { NodeAPI } from 'node-red';
import { Departures } from '../../../src/jobs/handover/departures';
import { onePerRuntime } from './one-per-runtime';

/**
 * Whether messages may leave nodes that keep them: not while Node-RED changes its flows. From stopping the nodes that a deploy changes to starting
 * them anew it takes as long as the slowest of them takes to close, up to 15 s, and nodes that it does not change go on meanwhile.
 */
export const departuresOf = onePerRuntime(heldByDeploys);

/**
 * The same for nodes that have messages in memory alone. They do not hold them while flows cannot start, because a type of node or a module is missing:
 * that may last for ever, and the nodes that run on would gather messages.
 */
export const departuresFromMemory = onePerRuntime((RED) => {
  const departures = heldByDeploys(RED);
  RED.events.on('runtime-event', ({ id, payload }: { id?: string; payload?: { error?: unknown } }) => {
    if (id === 'runtime-state' && payload?.error) departures.letGo();
  });
  return departures;
});

function heldByDeploys({ events }: NodeAPI): Departures {
  const departures = new Departures();
  events.on('flows:stopping', () => departures.hold());
  events.on('flows:started', () => departures.letGo());
  return departures;
}
