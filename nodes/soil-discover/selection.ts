import { SettingError } from '../../src/errors/setting-error';
import { wholeNumberOf } from '../../src/foreign/foreign-value';
import { withoutBlanks } from '../../src/foreign/list-entries';
import { folded } from '../../src/text/folded';
import { singleLine } from '../../src/text/single-line';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { pickedSetting } from '../runtime/settings/list-setting';
import { textSetting } from '../runtime/settings/text-setting';
import { SELECTIONS } from './choices';

/** How the dialog says which of the found items go into the request. */
export interface SelectionRule {
  select?: string;
  /** Identifiers, for `chosen`. */
  chosen?: unknown;
  /**
   * For `match`: the item's exact type, or a part of its name, or both if both are given. Letter case does not count, nor do spaces in a type: the
   * pickers show `PhysicalProperty` as `Physical property`. All datasets have the type `DataSet`; their measurement technique, which the pickers
   * show instead, counts as a type too.
   */
  matchType?: unknown;
  matchName?: unknown;
}

/** What discovery found: a spatial filter, a soil property or a dataset. */
export interface FoundItem {
  identifier: number;
  type: string;
  name: string;
  /** Of a dataset. */
  measurementTechnique?: { name?: string };
}

/**
 * The found items that the rule selects; `undefined` for `none`: the request is not narrowed.
 * Throws `SOIL_CONFIG` for a rule that does not exist, for a list of chosen items that holds anything but identifiers (the request would lack them
 * without a word), and for `match` with neither a name nor a type: the request would ask for everything.
 */
export function selectItems<Item extends FoundItem>(items: Item[], rule: SelectionRule): Item[] | undefined {
  switch (choiceSetting('Select', rule.select, SELECTIONS)) {
    case 'all':
      return items;
    case 'none':
      return undefined;
    case 'chosen': {
      const chosen = chosenIdentifiers(rule.chosen);
      return items.filter(({ identifier }) => chosen.has(identifier));
    }
    case 'match': {
      const sought = soughtBy(rule);
      return items.filter((item) => matches(item, sought));
    }
  }
}

/** Whether the rule looks for certain items, and is not met without them. */
export function looksForSome({ select }: SelectionRule): boolean {
  return select === 'chosen' || select === 'match';
}

/** What `match` looks for: a type, empty for any, and parts of the name, of which one is enough; none for any. */
interface Sought {
  type: string;
  names: string[];
}

function soughtBy({ matchType, matchName }: SelectionRule): Sought {
  const type = asType(textSetting('Type is', matchType) ?? '');
  const names = (textSetting('Name has', matchName) ?? '').split(',').map(folded).filter((name) => name !== '');
  if (type !== '' || names.length > 0) return { type, names };
  throw new SettingError('Select', 'looks for items that match, but neither "Name has" nor "Type is" says what: fill in one of them, or change "Select".');
}

function matches(item: FoundItem, { type, names }: Sought): boolean {
  const types = [item.type, item.measurementTechnique?.name ?? ''].map(asType);
  if (type !== '' && !types.includes(type)) return false;
  return names.length === 0 || names.some((name) => folded(item.name).includes(name));
}

function asType(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

/** What a picker or a person put in, without the empty entries. */
function chosenIdentifiers(chosen: unknown): Set<number> {
  return new Set(pickedSetting('Select', withoutBlanks(chosen)).map(identifierOf));
}

function identifierOf(entry: unknown): number {
  const identifier = wholeNumberOf(entry);
  if (identifier !== undefined) return identifier;
  throw new SettingError('Select', `must hold whole numbers (identifiers of what is found), but holds ${singleLine(JSON.stringify(entry), 60)}.`);
}
