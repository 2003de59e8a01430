import type { PickerResource } from '../../admin/admin-answers';
import { readSelected, savedChosen, selectedProblem, type Chosen } from '../fields/chosen';
import { isFromEnvironment } from '../fields/from-environment';
import { serviceInEditor } from '../services/service-question';
import { showPicker } from './picker-list';

const PICKED: Record<string, PickerResource> = {
  'spatial-filters': 'spatial-filters',
  'soil-properties': 'soil-properties',
  datasets: 'datasets',
  'all-datasets': 'datasets',
};

/** What is chosen in the open dialog, for each resource, so that looking at another one loses nothing. */
const choices = new Map<PickerResource, Chosen[]>();

/** Prepares the dialog of soil-discover: the settings that resource and selection need, and the list to choose from. */
export function prepareDiscoverDialog(node: EditorNode): void {
  const resource = $('#node-input-resource');
  const select = $('#node-input-select');
  choices.clear();
  const first = PICKED[String(node.resource)];
  if (first) choices.set(first, readSelected(node.chosen));

  let shown = '';
  const check = (): void => {
    const picked = PICKED[String(resource.val())];
    const isNeeded = picked !== undefined && select.val() === 'chosen' && !(picked === first && isFromEnvironment(node.chosen));
    $('#soil-discover-problem').text((isNeeded && selectedProblem(choices.get(picked) ?? [])) || '');
  };
  const pick = (): void => {
    const picked = PICKED[String(resource.val())];
    if (!picked || select.val() !== 'chosen') return;
    const service = $('#node-input-service').val();
    // With its settings: a person may change them from this dialog.
    const wanted = JSON.stringify([resource.val(), service, serviceInEditor(service)]);
    if (wanted === shown) return;
    shown = wanted;
    showPicker({
      node,
      container: $('#soil-discover-picker'),
      resource: picked,
      everywhere: resource.val() === 'all-datasets',
      chosen: choices.get(picked) ?? [],
      lockedToo: () => !$('#node-input-unlockedOnly').prop('checked'),
      onChange: (chosen) => {
        choices.set(picked, chosen);
        check();
      },
    });
  };
  const show = (): void => {
    const one = resource.val() === 'dataset';
    $('.soil-discover-one').toggle(one);
    $('.soil-discover-many').toggle(!one);
    $('.soil-discover-datasets').toggle(resource.val() === 'datasets' || resource.val() === 'all-datasets');
    $('.soil-discover-chosen').toggle(!one && select.val() === 'chosen');
    $('.soil-discover-match').toggle(!one && select.val() === 'match');
    const picked = PICKED[String(resource.val())];
    $('#node-input-matchType').attr('placeholder', picked ? node._(`soil-discover.placeholder.matchType.${picked}`) : '');
    pick();
    check();
  };
  resource.on('change', show);
  select.on('change', show);
  $('#node-input-service').on('change', pick);
  $('#node-input-unlockedOnly').on('change', () => {
    // Each line shows whether its dataset may be chosen.
    shown = '';
    pick();
  });
  show();
}

/** Puts what is chosen of the resource shown into the node. */
export function saveDiscoverDialog(node: EditorNode): void {
  const picked = PICKED[String($('#node-input-resource').val())];
  if (!picked) return;
  // A variable holds items of what was looked for before: none of them is shown, or was chosen, in the list of another resource.
  const before = picked === PICKED[String(node.resource)] ? node.chosen : undefined;
  node.chosen = savedChosen(choices.get(picked) ?? [], before, readSelected);
}
