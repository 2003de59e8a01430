import { readdir, readlink } from 'node:fs/promises';

/** What this process has open, by path (proc(5)); nothing if the system does not tell. */
export async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const links = await Promise.all(descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')));
  return links.filter((link) => link.startsWith('/') && !link.startsWith('/dev/'));
}
