import type { Node, NodeAPI } from 'node-red';
import { SoilError } from '../../../src/errors/soil-error';
import { singleLine } from '../../../src/text/single-line';
import type { SoilMessage } from '../soil-message';

/** Where a typed field of a dialog looks: a property of the message or of a context, or an environment variable. */
interface PropertyRef {
  property: string;
  type: string;
}

/**
 * What is referred to; `undefined` if there is nothing, also if a part of the path is missing, for which Node-RED throws a TypeError.
 *
 * @throws SoilError `SOIL_CONFIG` if the reference cannot be followed: it is misspelt, or an environment variable that is not set
 */
export async function givenValue(RED: NodeAPI, node: Node, msg: SoilMessage, { property, type }: PropertyRef): Promise<unknown> {
  let value: unknown;
  try {
    value = await new Promise((resolve, reject) => {
      // No property and no variable begins or ends with a blank; a path may.
      RED.util.evaluateNodeProperty(type === 'str' ? property : property.trim(), type, node, msg, (error, found) => (error ? reject(error) : resolve(found)));
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw new SoilError('SOIL_CONFIG', `Cannot read ${type}.${property}: ${(error as Error).message}. Correct it in the node, or choose what it is in the menu at its left.`);
  }
  // Node-RED gives an empty text if there is no such variable.
  if (type === 'env' && value === '') {
    throw new SoilError('SOIL_CONFIG', `The environment variable ${singleLine(property, 60)} is not set, or empty; set it, then deploy or start Node-RED again.`);
  }
  return value;
}
