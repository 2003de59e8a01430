import { shownMegabytes } from './shown-values';

/** Shows the settings of the chosen target, a file or a Buffer (of both, where an environment variable tells), and how much the bytes of the largest file are: the limit of a Buffer is in megabytes. */
export function prepareDownloadDialog(node: EditorNode): void {
  const target = $('#node-input-to');
  const show = (): void => {
    $('.soil-download-file').toggle(target.val() !== 'buffer');
    $('.soil-download-buffer').toggle(target.val() !== 'file');
  };
  target.on('change', show);
  show();

  const largest = $('#node-input-maxBytes');
  const showSize = (): void => {
    const bytes = Number(largest.val());
    const text = bytes > 0 ? node._('soil-download.unit.bytesAre', { size: shownMegabytes(bytes) }) : node._('soil-download.unit.bytes');
    $('#soil-download-bytes').text(text);
  };
  largest.on('input change', showSize);
  showSize();
}
