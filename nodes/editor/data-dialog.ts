import { readLicences, showLicences } from './licence-list';
import { prepareQueryDialog, saveQueryDialog } from './query-dialog';

/** Prepares the dialog of soil-data: what narrows the request, and a licence a line. */
export function prepareDataDialog(node: EditorNode): void {
  prepareQueryDialog(node);
  showLicences(node);
  const output = $('#node-input-output');
  const show = (): void => {
    $('.soil-data-records').toggle(output.val() !== 'raw');
  };
  output.on('change', show);
  show();
}

export function saveDataDialog(node: EditorNode): void {
  saveQueryDialog(node);
  // An answer that is passed on as it is holds all licences.
  node.licences = $('#node-input-output').val() === 'raw' ? [] : readLicences();
}
