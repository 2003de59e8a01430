import type { SourceTally } from '../../src/records/data-source';
import { soilPart, type SoilMessage, type SoilSource } from '../runtime/soil-message';

/** Data of the sandbox say in the name of their dataset that they are made up: that holds wherever the file has been since. */
const SYNTHETIC = /\bsynthetic\b/i;

/** `msg.soil.source` of what was read from a file. */
export function sourceOfReading(msg: SoilMessage, tally: SourceTally, retrieved: Date): SoilSource {
  const known = soilPart(msg).source;
  const datasets = tally.list(known?.datasets ?? [], retrieved);
  const synthetic = known?.synthetic === true || datasets.some(({ name }) => SYNTHETIC.test(name));
  return { ...known, datasets, retrieved: retrieved.toISOString(), synthetic };
}
