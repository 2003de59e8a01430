import { isUtf8 } from 'node:buffer';
import { withoutSecrets } from './redaction';

/**
 * Headers as text: names in lower case, repeated fields joined by a comma (RFC 9110, 5.3), and `location` in UTF-8. What a service and a gateway in front
 * of it both say counts once: two addresses would be none. Without a prototype: the names come from the server.
 */
export function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) plain[name.toLowerCase()] = typeof value === 'string' ? value : [...new Set(value)].join(', ');
  }
  if (plain['location'] !== undefined) plain['location'] = fromUtf8(plain['location']);
  return plain;
}

/** Many servers write non-ASCII letters into an address as raw UTF-8, which browsers accept; undici gives a character for each byte. */
function fromUtf8(characters: string): string {
  const bytes = Buffer.from(characters, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : characters;
}

/**
 * A header's value fit for a message: cut short, and in printable ASCII, since other bytes may be commands to a terminal.
 *
 * @param secrets texts to take out, should the server repeat them
 */
export function shownHeader(value: string, longest: number, secrets: readonly string[] = []): string {
  return withoutSecrets(value, secrets).slice(0, longest).replace(/[^\x20-\x7e]/g, '?');
}
