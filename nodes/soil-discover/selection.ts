import { SoilError } from '../../src/errors/soil-error';

/** How the dialog says which of the found items go into the request. */
export interface SelectionRule {
  select?: string;
  /** Identifiers, for `chosen`. */
  chosen?: unknown;
  /**
   * For `match`: the item's type, exactly, or a part of its name. Both where both are given. Letter case does not count, nor do spaces in a
   * type: the pickers show `PhysicalProperty` as `Physical property`.
   */
  matchType?: string;
  matchName?: string;
}

interface Item {
  identifier: number;
  type?: string;
  name: string;
}

/**
 * Identifiers of the found items that the rule takes; `undefined` for `none`: the request is not narrowed.
 * Throws `SOIL_CONFIG` for a rule that does not exist.
 */
export function selectIdentifiers(items: readonly Item[], rule: SelectionRule): number[] | undefined {
  switch (rule.select || 'all') {
    case 'all':
      return items.map((item) => item.identifier);
    case 'none':
      return undefined;
    case 'chosen': {
      const chosen = chosenIdentifiers(rule.chosen);
      return items.map((item) => item.identifier).filter((identifier) => chosen.has(identifier));
    }
    case 'match':
      return items.filter((item) => matches(item, rule)).map((item) => item.identifier);
    default:
      throw new SoilError('SOIL_CONFIG', `The setting "Take" is "${rule.select}": choose all, none, chosen or match.`);
  }
}

function matches(item: Item, { matchType = '', matchName = '' }: SelectionRule): boolean {
  const type = asType(matchType);
  const names = matchName
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (type !== '' && asType(item.type ?? '') !== type) return false;
  return names.length === 0 || names.some((name) => item.name.toLowerCase().includes(name));
}

function asType(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

/** The picker saves identifiers, alone or with the names that it showed. */
function chosenIdentifiers(chosen: unknown): Set<number> {
  const list: unknown[] = Array.isArray(chosen) ? chosen : typeof chosen === 'string' ? chosen.split(',') : [];
  const identifiers = list.map((entry) => Number(typeof entry === 'object' && entry !== null ? (entry as Item).identifier : entry));
  return new Set(identifiers.filter((identifier) => Number.isInteger(identifier)));
}
