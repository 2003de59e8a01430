import { identifierIn, listEntries } from '../../../src/foreign/list-entries';
import { isDataType } from '../../../src/service/data-type';
import { sharedText } from '../words/shared-text';
import { isFromEnvironment } from './from-environment';
import { named } from './named-rule';
import { isEmpty, partProblem } from './validation';

/** The data types that services are known to take (specification, section 4): each has a box in the dialog. */
const WITH_BOX = ['point', 'raster'];

const boxOf = (type: string): JQuery => $(`#soil-gis-${type}`);

/** The entries of a setting, whatever they are. None for a variable: what it holds is known only at the start. */
function entriesOf(setting: unknown): unknown[] {
  return isFromEnvironment(setting) ? [] : (listEntries(setting)?.map(identifierIn) ?? [setting]);
}

/** Words, as the runtime takes them; if empty, the message decides. */
export function dataTypesRule(): EditorValidator {
  return named(dataTypesProblem);
}

function dataTypesProblem(setting: unknown): string | undefined {
  const part = partProblem(setting);
  if (part !== undefined) return part;
  return entriesOf(setting).every((type) => isDataType(type) || isFromEnvironment(type)) ? undefined : sharedText('invalid.dataTypes');
}

/** Ticks the boxes of the types that a node has, and says below them if there is something else. */
export function showDataTypes(node: EditorNode): void {
  const types = entriesOf(node.gisDataTypes);
  for (const type of WITH_BOX) boxOf(type).prop('checked', types.includes(type));
  const problem = $('<p id="soil-gis-problem" class="soil-data-problem soil-data-bad" role="status">').text(dataTypesProblem(node.gisDataTypes) ?? '');
  problem.insertAfter(boxOf('point').closest('.form-row'));
  const show = (): void => void problem.text(dataTypesProblem(savedDataTypes(node)) ?? '');
  for (const type of WITH_BOX) boxOf(type).on('change', show);
}

/** The types of the open dialog: the former setting if no box was changed, else the types without anything that is none. */
export function savedDataTypes({ gisDataTypes }: EditorNode): unknown {
  const earlier = entriesOf(gisDataTypes);
  const ticked = WITH_BOX.filter((type) => boxOf(type).prop('checked') === true);
  const isAsBefore = WITH_BOX.every((type) => ticked.includes(type) === earlier.includes(type));
  if (isAsBefore && !isEmpty(gisDataTypes)) return gisDataTypes;
  // Types that this dialog does not know stay: a later service may.
  return [...ticked, ...earlier.filter((type) => !WITH_BOX.includes(String(type)) && (isDataType(type) || isFromEnvironment(type)))];
}
