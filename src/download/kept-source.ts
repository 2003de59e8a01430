import { createHash } from 'node:crypto';
import { ByteSource, type ByteSourceOptions } from '../transport/byte-source';

/** Enough: few services are downloaded from at a time. */
const MOST_KEPT = 8;

/** The least recently used first. */
const kept = new Map<string, ByteSource>();

/**
 * A source of bytes shared by all downloads with the same settings, so that one connection (and its TLS handshake) serves one after another. It
 * needs no closing: an unused connection is closed after a few seconds, or when its server wants it (at the latest after ten minutes), and keeps no
 * process alive. Limiting the downloads at a time is up to the callers: services may share a source.
 */
export function keptSource(options: ByteSourceOptions): ByteSource {
  // The settings may hold keys: only a digest of them is kept as a name.
  const name = createHash('sha256').update(JSON.stringify(options)).digest('base64');
  const source = kept.get(name) ?? new ByteSource(options);
  kept.delete(name);
  kept.set(name, source);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest as string);
  return source;
}
