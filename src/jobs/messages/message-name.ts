import { fieldOf } from '../../foreign/foreign-value';
import { singleLine } from '../../text/single-line';
import type { FlowMessage } from './flow-message';
import { withoutSignatures } from './signed-link';

/** Characters: what fits into a line or two of a list. */
const LONGEST_NAME = 80;

/**
 * What a person calls a message: its `topic`, as elsewhere in Node-RED; otherwise its `field` (a name, or a GeoJSON Feature with one), or
 * the name of the Feature in its payload or, once a job is there in its place, of the one that its area was given as. One line, without the
 * signed part of links; `undefined` if it has no name.
 */
export function messageName({ topic, field, payload, soil }: FlowMessage): string | undefined {
  const given = fieldOf(fieldOf(soil, 'area'), 'feature');
  return [nameIn(topic), nameIn(field), featureName(field), featureName(payload), nameAmongProperties(given)].find((name) => name !== '');
}

function featureName(value: unknown): string {
  return fieldOf(value, 'type') === 'Feature' ? nameAmongProperties(value) : '';
}

/** A Feature's `properties.name`. */
function nameAmongProperties(feature: unknown): string {
  return nameIn(fieldOf(fieldOf(feature, 'properties'), 'name'));
}

function nameIn(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? singleLine(withoutSignatures(value), LONGEST_NAME) : '';
}
