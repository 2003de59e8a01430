import type { PickerResource } from '../../admin/admin-answers';
import { chosenProblem, knownIdentifiers, readChosen, savedChosen, type Chosen } from '../fields/chosen';
import { savedDataTypes, showDataTypes } from '../fields/data-types';
import { isFromEnvironment } from '../fields/from-environment';
import { sharedText } from '../words/shared-text';
import { shownNumber } from '../words/shown-values';
import { showPicker, type ShownPicker } from './picker-list';

const PICKERS = [
  ['spatialFilters', 'spatial-filters'],
  ['soilProperties', 'soil-properties'],
  ['datasets', 'datasets'],
] as const satisfies readonly (readonly [string, PickerResource])[];

/** Waits for a person who chooses several items in a row. */
const PATIENCE_MS = 400;

type Field = (typeof PICKERS)[number][0];

/** What is chosen in the open dialog. */
const choices = new Map<Field, Chosen[]>();

/** Prepares the settings that soil-data and soil-submit share: what narrows the request. */
export function prepareQueryDialog(node: EditorNode): void {
  showDataTypes(node);
  const identifiers = (field: Field) => (): number[] => knownIdentifiers(choices.get(field) ?? []);
  const pickers = new Map<Field, ShownPicker>();
  const narrowed = new Set<Field>();
  let timer: number | undefined;
  /** What is chosen in a list narrows those that come after it: the open ones are read again. */
  const reloadAfter = (field: Field): void => {
    const fields = PICKERS.map(([one]) => one);
    for (const after of fields.slice(fields.indexOf(field) + 1)) narrowed.add(after);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      for (const after of narrowed) pickers.get(after)?.reload();
      narrowed.clear();
    }, PATIENCE_MS);
  };
  for (const [field, resource] of PICKERS) {
    choices.set(field, readChosen(node[field]));
    const fold = $('<details class="soil-data-fold">').attr('id', `soil-pick-${resource}`).appendTo('#soil-query-pickers');
    const summary = $('<summary>').appendTo(fold);
    const container = $('<div>').appendTo(fold);
    const problem = $('<p class="soil-data-problem soil-data-bad" role="status">').attr('id', `soil-pick-${resource}-problem`).insertAfter(fold);
    summary.attr('aria-describedby', `soil-pick-${resource}-problem`);
    const variable = isFromEnvironment(node[field]) ? String(node[field]) : undefined;
    const summarise = (): void => {
      const chosen = choices.get(field) ?? [];
      summary.text(summaryOf(resource, chosen.length || variable));
      problem.text(chosenProblem(chosen) ?? '');
    };
    summarise();
    const show = (): void => {
      pickers.delete(field);
      if (!fold.prop('open')) return;
      const picker = showPicker({
        node,
        container,
        resource,
        chosen: choices.get(field) ?? [],
        ...(field !== 'spatialFilters' && { spatialFilters: identifiers('spatialFilters') }),
        ...(field === 'datasets' && { soilProperties: identifiers('soilProperties') }),
        onChange: (chosen) => {
          choices.set(field, chosen);
          summarise();
          reloadAfter(field);
        },
        // All lists of the dialog are for one area: the message has only one.
        onArea: (area) => pickers.forEach((other) => other.takeArea(area)),
      });
      pickers.set(field, picker);
    };
    fold.on('toggle', show);
    // jQuery UI triggers this when the dialog goes, and its list with it.
    fold.on('remove', () => pickers.delete(field));
    $('#node-input-service').on('change', show);
  }
}

/** @param chosen how many, or the environment variable that tells which */
function summaryOf(resource: PickerResource, chosen: number | string | undefined): string {
  const what = sharedText(`picker.label.${resource}`);
  if (!chosen) return sharedText('picker.summary.message', { what });
  return sharedText('picker.summary.chosen', { what, chosen: typeof chosen === 'number' ? shownNumber(chosen) : chosen });
}

/** Puts what narrows the request into the node. */
export function saveQueryDialog(node: EditorNode): void {
  for (const [field] of PICKERS) node[field] = savedChosen(choices.get(field) ?? [], node[field]);
  node.gisDataTypes = savedDataTypes(node);
}
