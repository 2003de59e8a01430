/** Shows the settings of the chosen target: a file or a Buffer. */
export function prepareDownloadDialog(): void {
  const target = $('#node-input-to');
  const show = (): void => {
    $('.soil-download-file').toggle(target.val() === 'file');
    $('.soil-download-buffer').toggle(target.val() === 'buffer');
  };
  target.on('change', show);
  show();
}
