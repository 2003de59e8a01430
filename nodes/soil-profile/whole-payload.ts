import { SoilError } from '../../src/errors/soil-error';
import { fieldOf } from '../../src/foreign/foreign-value';
import { soilPart, type SoilMessage } from '../runtime/soil-message';

/**
 * Refuses one of several batches of soil-read: a profile or place split between two batches would have two means, each of a part of its layers.
 *
 * @throws SoilError `SOIL_CONFIG`
 */
export function assertWhole(msg: SoilMessage): void {
  const { parts } = msg as { parts?: unknown };
  const batchOf = fieldOf(parts, 'batchOf');
  if (batchOf === undefined || batchOf !== fieldOf(soilPart(msg).read, 'sequence')) return;
  throw new SoilError(
    'SOIL_CONFIG',
    'The records come in batches, and a profile needs all of them at once. Empty "In batches of" in soil-read, or put a join node in front of soil-profile.',
  );
}
