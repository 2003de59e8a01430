import { isBlank } from '../../src/foreign/foreign-value';
import { yesOrNo } from '../../src/foreign/yes-or-no';
import { modeOf } from '../../src/service/service-mode';
import { oneLine } from './one-line';

/** A yes or no that was written as text, read as the runtime reads it: a checkbox would take any text for a yes. An environment variable stays. */
function flag(value: unknown, byDefault: boolean): unknown {
  return isBlank(value) ? byDefault : (yesOrNo(value) ?? value);
}

/** Settings for which empty is wrong, or means what their type makes of it. */
const EMPTY_IS_NO_DEFAULT = ['mode', 'area', 'from'];

/** Sets the outputs that follow from another setting, and the area in the form that its field can hold: a flow written by hand may have neither. */
function prepareArea(node: EditorNode): void {
  // An environment variable is read only later: whatever it says then must have an output.
  node.outputs = node.splitBySize ? 2 : 1;
  if (node.wires) node.wires = node.wires.slice(0, node.outputs);
  node.area = typeof node.area === 'string' ? oneLine(node.area) : JSON.stringify(node.area);
}

/** Brings a node of an earlier version, or written by hand, up to date: settings that are missing, null or an empty text take their defaults. */
export function migrate(node: EditorNode): void {
  if (node.type === 'soil-service') node.mode = modeOf(node);
  for (const [setting, { value }] of Object.entries(node._def.defaults)) {
    if (node[setting] === undefined || node[setting] === null) node[setting] = structuredClone(value);
    else if (typeof value === 'boolean') node[setting] = flag(node[setting], value);
    // The runtime reads empty as the default, but a menu would show nothing, and merely opening the dialog would change it.
    else if (node[setting] === '' && !EMPTY_IS_NO_DEFAULT.includes(setting)) node[setting] = structuredClone(value);
  }
  if (node.type === 'soil-area') prepareArea(node);
}

/** Not by its name: nodes of other packages may have the same. */
function isOurs({ type }: { type: string }): boolean {
  return RED.nodes.getType(type)?.set?.module === 'node-red-contrib-soil-data';
}

/** Migrates every node of this package as it comes into the editor: with the deployed flows, by import, by undo. */
export function migrateOnArrival(): void {
  RED.events.on('nodes:add', (node) => {
    const arrived = node as EditorNode;
    // Also on a locked flow, whose nodes otherwise take no changes.
    if (isOurs(arrived)) migrate(arrived.__node__ ?? arrived);
  });
  RED.events.on('flows:loaded', migrateRecord);
}

/**
 * Puts what the migration filled in into the editor's record of the loaded flows, by which it tells who changed what when another window has
 * deployed: what nobody changed must be no change of this window, and no conflict with one of the other.
 */
function migrateRecord(): void {
  const loaded = RED.nodes.originalFlow();
  if (!loaded?.some(isOurs)) return;
  const present = new Map(RED.nodes.createCompleteNodeSet().map((node) => [node.id, node]));
  // Copies: a list shared with its node would change along with it, and hide the change.
  RED.nodes.originalFlow(loaded.map((node) => (isOurs(node) ? structuredClone(present.get(node.id) ?? node) : node)));
}
