import type { NodeAPI } from 'node-red';
import english from '../../soil-service/locales/en-US/soil-service.json';

/** All nodes share one catalogue: its `status`, `warning` and `error` blocks, and the letters of the map. */
const CATALOGUE = 'node-red-contrib-soil-data/soil-service:';

/** The language of the statuses: that of the catalogue in which the runtime finds their words, not always the one requested. */
export function statusLanguage(RED: NodeAPI): string {
  return runtimeText(RED, 'language');
}

/**
 * A status or a warning in the language of the runtime.
 * Falls back to English if the runtime has no catalogue loaded (a runtime that embeds the nodes, a test).
 * @param key for example `status.found`
 */
export function runtimeText(RED: NodeAPI, key: string, values: Record<string, string | number> = {}): string {
  const full = `soil-service.${key}`;
  const text = RED._(CATALOGUE + full, values);
  if (text !== CATALOGUE + full && text !== full) return text;
  const template = full.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], english);
  if (typeof template !== 'string') return key;
  return template.replace(/__(\w+?)__/g, (_, name: string) => String(values[name] ?? ''));
}
