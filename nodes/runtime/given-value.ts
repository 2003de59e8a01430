import type { Node, NodeAPI } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import type { SoilMessage } from './soil-message';

/** Where a typed field of a dialog looks: a property of the message or of a context, or an environment variable. */
export interface Place {
  property: string;
  type: string;
}

/**
 * What stands at a place; `undefined` where there is nothing, also where a part of the way there is missing: Node-RED throws a TypeError there.
 *
 * @throws SoilError `SOIL_CONFIG` where the place itself cannot be looked at: it is misspelt
 */
export async function givenValue(RED: NodeAPI, node: Node, msg: SoilMessage, { property, type }: Place): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      RED.util.evaluateNodeProperty(property, type, node, msg, (error, value) => (error ? reject(error) : resolve(value)));
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw new SoilError('SOIL_CONFIG', `Cannot look at ${type}.${property}: ${(error as Error).message}. Correct it in the node.`);
  }
}
