import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../runtime/node-red-under-test';

export interface FlowNode {
  id: string;
  type: string;
  name?: string;
  [property: string]: unknown;
}

/** The flow of an example. */
export async function example(name: string): Promise<FlowNode[]> {
  return JSON.parse(await readFile(path.join(root, 'examples', `${name}.json`), 'utf8')) as FlowNode[];
}
