import { showMegabytes } from '../fields/megabytes-field';

/** Shows the settings of the chosen target (both if an environment variable decides), and the largest file in megabytes, as that of a Buffer is. */
export function prepareDownloadDialog(node: EditorNode): void {
  const target = $('#node-input-to');
  const show = (): void => {
    $('.soil-download-file').toggle(target.val() !== 'buffer');
    $('.soil-download-buffer').toggle(target.val() !== 'file');
  };
  target.on('change', show);
  show();

  showMegabytes(node, $('#soil-download-bytes'));
}
