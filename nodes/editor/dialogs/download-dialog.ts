import { showMegabytes } from '../fields/megabytes-field';
import { showWhere } from '../fields/shown-where';

/** Shows the settings of the chosen target (both if an environment variable decides), and the largest file in megabytes, as that of a Buffer is. */
export function prepareDownloadDialog(node: EditorNode): void {
  showWhere(node, 'to', { '.soil-download-file': (to) => to !== 'buffer', '.soil-download-buffer': (to) => to !== 'file' });
  showMegabytes(node, $('#soil-download-bytes'));
}
