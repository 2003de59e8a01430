import { isBlank } from '../../src/foreign/foreign-value';
import { yesOrNo } from '../../src/foreign/yes-or-no';
import { modeOf } from '../../src/service/service-mode';
import { oneLine } from './one-line';

/** A yes or no that was written as text, as the runtime reads it: a checkbox takes any text for a yes. An environment variable stays. */
function flag(value: unknown, byDefault: boolean): unknown {
  return isBlank(value) ? byDefault : (yesOrNo(value) ?? value);
}

/** Settings that are wrong where they are empty, or what their type makes of them. */
const EMPTY_IS_NO_DEFAULT = ['mode', 'area', 'from'];

/** What follows from other settings, and an area as its field can hold it: a flow that was written by hand may have neither. */
function prepareArea(node: EditorNode): void {
  // An environment variable tells later: whatever it says then must have an output.
  node.outputs = node.splitBySize ? 2 : 1;
  node.area = typeof node.area === 'string' ? oneLine(node.area) : JSON.stringify(node.area);
}

/** Brings a node made by an earlier version, or written by hand, up to the present one: settings that it lacks, or has as null or an empty text, take their defaults. */
export function migrate(node: EditorNode): void {
  if (node.type === 'soil-service') node.mode = modeOf(node);
  for (const [setting, { value }] of Object.entries(node._def.defaults)) {
    if (node[setting] === undefined || node[setting] === null) node[setting] = structuredClone(value);
    else if (typeof value === 'boolean') node[setting] = flag(node[setting], value);
    // Read as the default: a menu would show nothing, and a dialog that is only looked at would change it.
    else if (node[setting] === '' && !EMPTY_IS_NO_DEFAULT.includes(setting)) node[setting] = structuredClone(value);
  }
  if (node.type === 'soil-area') prepareArea(node);
}

/** Not by its name: other packages may call a node so, too. */
function isOurs({ type }: { type: string }): boolean {
  return RED.nodes.getType(type)?.set?.module === 'node-red-contrib-soil-data';
}

/** Migrates every node of this package as it comes into the editor: with the deployed flows, by import, by undo. */
export function migrateOnArrival(): void {
  RED.events.on('nodes:add', (node) => {
    const arrived = node as EditorNode;
    // Also on a locked flow, whose nodes take no changes otherwise.
    if (isOurs(arrived)) migrate(arrived.__node__ ?? arrived);
  });
  RED.events.on('flows:loaded', migrateRecord);
}

/**
 * Puts what the load has filled in into the editor's record of the flows that it loaded. By that record it tells who changed what, where another
 * window has deployed: what nobody changed is no change of this window, and no conflict with one of the other.
 */
function migrateRecord(): void {
  const loaded = RED.nodes.originalFlow();
  if (!loaded?.some(isOurs)) return;
  const present = new Map(RED.nodes.createCompleteNodeSet().map((node) => [node.id, node]));
  // Copies: a list that changes with its node would hide the change.
  RED.nodes.originalFlow(loaded.map((node) => (isOurs(node) ? structuredClone(present.get(node.id) ?? node) : node)));
}
