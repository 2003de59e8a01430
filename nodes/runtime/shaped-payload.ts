import type { SoilRecord } from '../../src/records/soil-record';
import { shapedRecords } from '../../src/shapes/shape';
import type { Shape } from '../../src/shapes/shape-name';
import type { ShapeContext } from '../../src/shapes/shaped-message';
import type { SoilMessage } from './soil-message';

/**
 * Puts records into a message, in the shape that the next node takes, or as they are.
 *
 * @returns what the shape could not take along, for `msg.soil.read`
 */
export async function putRecords(msg: SoilMessage, shape: Shape | null, records: SoilRecord[], context: ShapeContext): Promise<{ leftOut?: string[] }> {
  if (!shape) {
    msg.payload = records;
    return {};
  }
  const { payload, beside, leftOut } = await shapedRecords(shape, records, context);
  Object.assign(msg, beside, { payload });
  return leftOut ? { leftOut } : {};
}
