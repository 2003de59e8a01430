import { SourceTally } from '../../src/records/data-source';
import type { SoilRecord } from '../../src/records/soil-record';
import type { SoilSource } from './soil-message';

/** What the records are: their datasets with licence, count and a line for attribution, joined with what discovery knew of them. */
export function sourceOf(records: readonly SoilRecord[], known: SoilSource | undefined, synthetic: boolean): SoilSource {
  const tally = new SourceTally();
  for (const record of records) tally.add(record);
  const retrieved = new Date();
  return { ...known, datasets: tally.list(known?.datasets ?? [], retrieved), retrieved: retrieved.toISOString(), synthetic };
}
