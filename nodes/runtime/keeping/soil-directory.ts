import os from 'node:os';
import path from 'node:path';
import type { NodeAPI } from 'node-red';

/** Where the package keeps its journal and its downloads: `soil-data` in the Node-RED user directory. */
export function soilDirectory(RED: NodeAPI): string {
  const configured: unknown = RED.settings.userDir;
  const userDirectory = typeof configured === 'string' && configured !== '' ? configured : path.join(os.homedir(), '.node-red');
  return path.join(userDirectory, 'soil-data');
}
