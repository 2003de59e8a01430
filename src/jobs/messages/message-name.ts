import { fieldOf } from '../../foreign/foreign-value';
import { singleLine } from '../../text/single-line';
import type { FlowMessage } from './flow-message';
import { withoutSignatures } from './signed-link';

/** Characters: what fits into a line or two of a list. */
const LONGEST_NAME = 80;

/**
 * What a person calls a message: its `topic`, as elsewhere in Node-RED; otherwise its `field` (a name, or a GeoJSON Feature with one), or
 * the name of the Feature in its payload. One line, without the signed part of links; `undefined` if it has no name.
 */
export function messageName({ topic, field, payload }: FlowMessage): string | undefined {
  return [nameIn(topic), nameIn(field), featureName(field), featureName(payload)].find((name) => name !== '');
}

/** A Feature's `properties.name`. */
function featureName(value: unknown): string {
  return fieldOf(value, 'type') === 'Feature' ? nameIn(fieldOf(fieldOf(value, 'properties'), 'name')) : '';
}

function nameIn(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? singleLine(withoutSignatures(value), LONGEST_NAME) : '';
}
