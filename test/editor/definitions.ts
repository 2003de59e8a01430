import assert from 'node:assert/strict';

/** A rule of a dialog, as Node-RED calls it: `true`, or what is wrong. */
export type Rule = (this: object, value: unknown, options: object) => boolean | string;

/** What a node's editor file registers. */
export interface Definition {
  defaults: Record<string, { value: unknown; validate?: Rule }>;
}

const TYPES = ['soil-service', 'soil-area', 'soil-data', 'soil-discover', 'soil-submit', 'soil-wait', 'soil-download', 'soil-read', 'soil-profile'];

/** The definitions of all nodes, by type. Takes the global `RED` while it loads them. */
export function loadDefinitions(): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  Object.assign(globalThis, {
    RED: { comms: { subscribe: () => undefined }, events: { on: () => undefined }, nodes: { registerType: (type: string, definition: Definition) => definitions.set(type, definition) } },
  });
  for (const type of TYPES) {
    delete require.cache[require.resolve(`../../nodes/${type}/editor`)];
    require(`../../nodes/${type}/editor`);
  }
  delete (globalThis as { RED?: unknown }).RED;
  return definitions;
}

/** A new node with some other settings, as a rule sees it. */
export function nodeOf(type: string, { defaults }: Definition, settings: object = {}): object {
  return { ...Object.fromEntries(Object.entries(defaults).map(([setting, { value }]) => [setting, value])), ...settings, type, _def: { defaults: {} } };
}

/** Tells whether a node's dialog takes a value of a setting; the others are those of a new node, unless they are given. */
export function takerOf(definitions: Map<string, Definition>) {
  return (type: string, setting: string, value: unknown, others: object = {}): boolean => {
    const definition = definitions.get(type);
    const validate = definition?.defaults[setting]?.validate;
    assert.ok(definition && validate, `${type}.${setting}`);
    return validate.call(nodeOf(type, definition, others), value, {}) === true;
  };
}
