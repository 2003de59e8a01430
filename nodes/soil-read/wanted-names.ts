import { queryOf } from '../runtime/settings/query-settings';
import { sourcePart, type SoilMessage } from '../runtime/soil-message';

interface Named {
  identifier?: number;
  name: string;
}

/**
 * The names behind the identifiers of `msg.soil.query`, as discovery gave them: files carry names. None unless every identifier has a known
 * name: a filter by some of them would leave out what was asked for.
 */
export function wantedNames(msg: SoilMessage): { datasets: string[]; properties: string[] } {
  const [query, source] = [queryOf(msg), sourcePart(msg)];
  return {
    datasets: namesOf(query.datasets, source.datasets),
    properties: namesOf(query.soilProperties, source.soilProperties),
  };
}

function namesOf(identifiers: number[] | undefined, known: unknown): string[] {
  if (!identifiers || !Array.isArray(known)) return [];
  // The first of two with one identifier counts: in reverse order, it is set last.
  const byIdentifier = new Map((known as (Named | null)[]).toReversed().map((one) => [one?.identifier, one?.name]));
  const names = identifiers.map((identifier) => byIdentifier.get(identifier));
  return names.every((name): name is string => typeof name === 'string' && name !== '') ? names : [];
}
