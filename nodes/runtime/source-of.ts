import { fieldOf, foreignObject, textIn, wholeNumberOf } from '../../src/foreign/foreign-value';
import type { KnownDataset, SourceTally } from '../../src/records/data-source';
import { isInvented } from '../../src/records/invented-data';
import type { SoilQuery } from '../../src/service/query';
import { queryOf } from './settings/query-settings';
import { soilPart, sourcePart, type SoilMessage, type SoilSource } from './soil-message';

/**
 * What discovery, or an earlier reading, said of the datasets that the message asks for. A dataset has no licence here unless every record
 * stated one: what holds for some of its records does not hold for the others.
 *
 * @param query the request, where a node's settings change that of the message
 */
export function knownDatasets(msg: SoilMessage, query: SoilQuery = queryOf(msg)): KnownDataset[] {
  const { datasets, leftOut } = sourcePart(msg);
  const asked = new Set(query.datasets);
  if (asked.size > 0) for (const locked of lockedOut(msg)) asked.add(locked);
  return [...toldDatasets(datasets), ...toldDatasets(leftOut)].filter(({ identifier }) => asked.size === 0 || identifier === undefined || asked.has(identifier));
}

/** What soil-discover looked for and left out of the request. */
function lockedOut(msg: SoilMessage): number[] {
  const locked = fieldOf(fieldOf(soilPart(msg).selection, 'datasets'), 'locked');
  return Array.isArray(locked) ? locked.map(wholeNumberOf).filter((identifier) => identifier !== undefined) : [];
}

/** The datasets of a list of unknown origin: of each, the fields of the right type. A dataset without a name matches nothing. */
function toldDatasets(list: unknown): KnownDataset[] {
  if (!Array.isArray(list)) return [];
  return list.filter(foreignObject).map((told: unknown) => {
    const locked = fieldOf(told, 'locked');
    return {
      identifier: wholeNumberOf(fieldOf(told, 'identifier')),
      name: textIn(told, 'name') ?? '',
      licence: fieldOf(told, 'unlicensed') === true ? null : textIn(told, 'licence'),
      author: textIn(told, 'author'),
      url: textIn(told, 'url'),
      locked: typeof locked === 'boolean' ? locked : undefined,
    };
  });
}

/** `msg.soil.source` of what was read: the datasets behind it and what is missing, joined with what was known of them. */
export function sourceOf(msg: SoilMessage, tally: SourceTally, { retrieved, synthetic }: { retrieved: Date; synthetic: boolean }): SoilSource {
  const known = knownDatasets(msg);
  const { leftOut: _, ...more } = sourcePart(msg);
  const leftOut = tally.listLeftOut(known);
  const datasets = tally.list(known, retrieved);
  return {
    ...more,
    datasets,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    retrieved: retrieved.toISOString(),
    synthetic: synthetic || datasets.some(({ name }) => name !== null && isInvented(name)),
  };
}
