import type { SourceTally } from '../../src/records/data-source';
import { sourcePart, type SoilMessage, type SoilSource } from '../runtime/soil-message';
import { sourceOf } from '../runtime/source-of';

/** Data of the sandbox say in the name of their dataset that they are made up: that holds wherever the file has been since. */
const SYNTHETIC = /\bsynthetic\b/i;

/** `msg.soil.source` of what was read from a file. */
export function sourceOfReading(msg: SoilMessage, tally: SourceTally, retrieved: Date): SoilSource {
  const source = sourceOf(msg, tally, { retrieved, synthetic: sourcePart(msg).synthetic === true });
  return source.datasets.some(({ name }) => SYNTHETIC.test(name)) ? { ...source, synthetic: true } : source;
}
