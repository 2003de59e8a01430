import type { LeftOutSource } from '../../src/records/data-source';
import { isInvented } from '../../src/records/invented-data';
import type { Dataset } from '../../src/service/resources';
import { extendSoil, sourcePart, type SoilMessage, type SoilSource, type SourceDataset } from '../runtime/soil-message';

/** `msg.soil.source` for the datasets found, in place of those found before; the properties found before are kept. */
export function sourceOfFound(msg: SoilMessage, datasets: Dataset[]): SoilSource {
  const source: SoilSource = { datasets: datasets.map(sourceDataset), retrieved: new Date().toISOString(), synthetic: datasets.some(({ name }) => isInvented(name)) };
  const known = sourcePart(msg).soilProperties;
  if (known !== undefined) source.soilProperties = known;
  return source;
}

/** Puts fields into `msg.soil.source`, leaving the datasets found before as they are. */
export function extendSource(msg: SoilMessage, fields: Partial<SoilSource>): void {
  const source = { ...sourceOfFound(msg, []), ...sourcePart(msg), ...fields };
  extendSoil(msg, { source: { ...source, synthetic: source.synthetic === true } });
}

/** A dataset that was looked for, but is left out of the request. */
export function lockedDataset(dataset: Dataset): LeftOutSource {
  const { unlicensed: _, ...source } = sourceDataset(dataset);
  return { ...source, reason: 'locked', records: null };
}

/** Field by field: a catalogue has thousands of datasets, and spreading absent fields takes longer than the rest. */
function sourceDataset({ identifier, name, licence, author, url, distribution }: Dataset): SourceDataset {
  const source: SourceDataset = { identifier, name: name === '' ? null : name, licence: licence ?? null, locked: distribution?.lockedForDownload === true };
  if (licence === undefined) source.unlicensed = true;
  if (author !== undefined) source.author = author;
  if (url !== undefined) source.url = url;
  return source;
}
