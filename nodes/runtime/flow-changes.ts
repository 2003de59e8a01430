import type { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { Departures } from '../../src/jobs/departures';

const known = new WeakMap<EventEmitter, Departures>();

/**
 * Whether messages may leave nodes that keep them: not while Node-RED changes its flows. From stopping the nodes that a deploy changes to starting
 * them anew it takes as long as the slowest of them takes to close, up to 15 s, and nodes that it does not change go on meanwhile.
 */
export function departuresOf(RED: NodeAPI): Departures {
  const events = RED.events;
  const earlier = known.get(events);
  if (earlier) return earlier;
  const departures = new Departures();
  known.set(events, departures);
  events.on('flows:stopping', () => departures.hold());
  events.on('flows:started', () => departures.letGo());
  return departures;
}
