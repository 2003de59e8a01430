import { createHash } from 'node:crypto';
import { ByteSource, type ByteSourceOptions } from '../transport/byte-source';

/** Few services are downloaded from at a time. */
const MOST_KEPT = 8;

/** The least recently used first. */
const kept = new Map<string, ByteSource>();

/**
 * A source of bytes that other downloads with the same settings use too, so that a connection (and its TLS handshake) serves one after the other. It
 * needs no closing: a connection that nobody uses is closed after a few seconds, or when its server wants it (at the latest after ten minutes), and
 * keeps no process alive. How many there are at a time is for those who download: services may share a source.
 */
export function keptSource(options: ByteSourceOptions): ByteSource {
  // Of settings that may hold keys, only a digest is kept as a name.
  const name = createHash('sha256').update(JSON.stringify(options)).digest('base64');
  const source = kept.get(name) ?? new ByteSource(options);
  kept.delete(name);
  kept.set(name, source);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest as string);
  return source;
}
