import { conversion } from '../../../src/profiles/units/unit-conversion';
import { folded } from '../../../src/text/folded';
import { type EntryList, savedEntries, showEntries } from '../fields/entry-list';
import { isFromEnvironment } from '../fields/from-environment';
import { showWhere } from '../fields/shown-where';

/** The units wanted for properties. */
export const UNITS: EntryList = {
  setting: 'units',
  fields: [{ name: 'property' }, { name: 'unit' }, { name: 'missing', optional: true }],
  clash({ property = '', unit = '', missing = '' }, earlier) {
    if ([property, unit, missing].some(isFromEnvironment)) return undefined;
    if (missing !== '' && 'refused' in conversion(missing, unit, property)) return { field: 'missing', words: 'unitsClash' };
    const other = earlier.find((line) => folded(line['property'] ?? '') === folded(property) && ![line['unit'], line['missing']].some(isFromEnvironment));
    if (other === undefined || (other['unit'] === unit && other['missing'] === missing)) return undefined;
    return { field: other['unit'] === unit ? 'missing' : 'unit', words: 'unitsTwice' };
  },
};

/** The names wanted for methods. */
export const METHOD_NAMES: EntryList = {
  setting: 'methodNames',
  fields: [{ name: 'method' }, { name: 'as' }],
  clash({ method = '', as = '' }, earlier) {
    if ([method, as].some(isFromEnvironment)) return undefined;
    const hasAnother = earlier.some((other) => folded(other['method'] ?? '') === folded(method) && other['as'] !== as && !isFromEnvironment(other['as']));
    return hasAnother ? { field: 'as', words: 'methodNamesClash' } : undefined;
  },
};

/** Prepares the dialog of soil-profile: the fields that the choices need, and the lists of units and of names of methods. */
export function prepareProfileDialog(node: EditorNode): void {
  showWhere(node, 'slices', { '.soil-profile-own': (slices) => slices === 'own' });
  showWhere(node, 'group', { '.soil-profile-h3': (group) => group === 'h3' });
  for (const list of [UNITS, METHOD_NAMES]) showEntries(node, list);
}

/** Puts the lines of both lists into the node. */
export function saveProfileDialog(node: EditorNode): void {
  for (const list of [UNITS, METHOD_NAMES]) node[list.setting] = savedEntries(node, list);
}
