import type { Node, NodeAPI } from 'node-red';
import { SettingError } from '../../src/errors/setting-error';
import { SoilError } from '../../src/errors/soil-error';
import { singleLine } from '../../src/text/single-line';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { givenValue } from '../runtime/settings/given-value';
import { textSetting } from '../runtime/settings/text-setting';
import { jobPart, type SoilMessage } from '../runtime/soil-message';
import { progressSender } from '../runtime/told-progress';
import { PATH_TYPES } from './choices';

/** Where a node finds what it is to read, as the editor saves it. */
export interface FromSettings {
  from?: string;
  fromType?: string;
}

/**
 * The property that holds what a node should read, or the path itself.
 *
 * @throws SoilError `SOIL_CONFIG` if the settings name no place
 */
export function placeSetting({ from, fromType }: FromSettings): { type: (typeof PATH_TYPES)[number]; property: string } {
  const type = choiceSetting('Zip or folder', fromType, PATH_TYPES);
  const property = textSetting('Zip or folder', from) ?? (type === 'str' ? undefined : 'payload');
  if (property === undefined) throw new SettingError('Zip or folder', 'is empty: fill it in, or choose msg.payload.');
  return { type, property };
}

/**
 * What a node should read, and whether its message is kept in the journal meanwhile.
 *
 * @throws SoilError `SOIL_CONFIG` if there is nothing to read, and what {@link placeSetting} and {@link givenValue} throw
 */
export async function whatToRead(RED: NodeAPI, node: Node, msg: SoilMessage, settings: FromSettings): Promise<{ given: unknown; isKept: boolean }> {
  const { type, property } = placeSetting(settings);
  const given = await givenValue(RED, node, msg, { property, type });
  if (given === undefined) throw new SoilError('SOIL_CONFIG', `There is nothing in ${type}.${singleLine(property, 60)}: the path of a zip or folder, or a Buffer, was expected. Put soil-download before this node, or correct "Zip or folder".`);
  const sender = progressSender(given);
  if (sender) throw new SoilError('SOIL_CONFIG', `The message is progress, from output 2 of ${sender}, and nothing to read: connect output 1 of soil-download to soil-read.`);
  // Only the path of a job's file, in the message itself, is still there in the node's next life.
  return { given, isKept: type === 'msg' && typeof given === 'string' && jobPart(msg).id !== undefined };
}
