import type { KnownDataset, SourceTally } from '../../src/records/data-source';
import { soilPart, type SoilMessage, type SoilSource } from './soil-message';

/**
 * What discovery, or an earlier reading, told of the datasets that the message asks for. A dataset of which not every record stated a
 * licence has none here: what holds for some of its records does not hold for the others.
 */
export function knownDatasets(msg: SoilMessage): KnownDataset[] {
  const { source, query } = soilPart(msg);
  const told = [...(source?.datasets ?? []), ...(source?.leftOut ?? [])];
  const asked = query?.datasets ?? [];
  return told
    .filter(({ identifier }) => asked.length === 0 || identifier === undefined || asked.includes(identifier))
    .map((dataset) => ('unlicensed' in dataset ? { ...dataset, licence: null } : dataset));
}

/** `msg.soil.source` of what was read: the datasets behind it and what is missing, joined with what was known of them. */
export function sourceOf(msg: SoilMessage, tally: SourceTally, { retrieved, synthetic }: { retrieved: Date; synthetic: boolean }): SoilSource {
  const known = knownDatasets(msg);
  const { leftOut: _, ...more } = soilPart(msg).source ?? {};
  const leftOut = tally.listLeftOut(known);
  return {
    ...more,
    datasets: tally.list(known, retrieved),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    retrieved: retrieved.toISOString(),
    synthetic,
  };
}
