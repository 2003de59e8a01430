import { foreignObject } from '../../src/foreign/foreign-value';
import { extendSoil, soilPart, type Selection, type SoilMessage } from '../runtime/soil-message';
import { looksForSome, selectItems, type FoundItem, type SelectionRule } from './selection';

/** The fields of the query that a discovery can narrow. */
export type QueryField = 'spatialFilters' | 'soilProperties' | 'datasets';

/** A list that discovery found. */
export interface FoundList<Item> {
  /** The items that the request may ask for. */
  items: Item[];
  /** How many there are, including those that it may not ask for. */
  count: number;
  /** Identifiers that the message had asked for. */
  wanted: readonly number[] | undefined;
  /** Why there may be more. */
  problems: string[];
}

/**
 * Puts what was found into the message: all of it as the payload, and what the rule chooses into the query. Returns the choice; `undefined` if it
 * does not narrow the request.
 */
export function putFound<Item extends FoundItem>(
  msg: SoilMessage,
  field: QueryField,
  { items, count, wanted, problems }: FoundList<Item>,
  rule: SelectionRule,
): Item[] | undefined {
  const chosen = selectItems(items, rule);
  const { [field]: _, ...query } = soilPart(msg).query ?? {};
  const isForSome = looksForSome(rule) || (chosen !== undefined && (wanted?.length ?? 0) > 0);
  const selection: Selection = { found: count, selected: chosen?.length ?? count };
  if (count === 0 && isForSome) selection.missed = true;
  if (problems.length > 0) selection.problems = problems;
  extendSoil(msg, {
    query: chosen ? { ...query, [field]: [...new Set(chosen.map(({ identifier }) => identifier))] } : query,
    selection: { ...foreignObject(soilPart(msg).selection), [field]: selection },
  });
  msg.payload = items;
  return chosen;
}
