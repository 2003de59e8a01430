import { savedLines, showLines } from '../fields/line-list';
import { showWhere } from '../fields/shown-where';
import { prepareQueryDialog, saveQueryDialog } from './query-dialog';

/** Prepares the dialog of soil-data: what narrows the request, and a licence or value per line. */
export function prepareDataDialog(node: EditorNode): void {
  prepareQueryDialog(node);
  showLines(node, 'licences');
  showLines(node, 'noValues');
  showWhere(node, 'output', { '.soil-data-records': (output) => output !== 'raw' });
}

/** Puts what is chosen and written in the dialog into the node. */
export function saveDataDialog(node: EditorNode): void {
  saveQueryDialog(node);
  // An answer that is passed on as it is holds all licences.
  node.licences = $('#node-input-output').val() === 'raw' ? [] : savedLines(node, 'licences');
  node.noValues = savedLines(node, 'noValues');
}
