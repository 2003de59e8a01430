import type { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';

/** Gives each runtime the one thing that all its nodes share: made when the first of them asks for it. */
export function onePerRuntime<Thing>(make: (RED: NodeAPI) => Thing): (RED: NodeAPI) => Thing {
  const made = new WeakMap<EventEmitter, Thing>();
  return (RED) => {
    if (!made.has(RED.events)) made.set(RED.events, make(RED));
    return made.get(RED.events) as Thing;
  };
}
