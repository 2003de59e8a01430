/** Shows the settings of the chosen mode; the sandbox needs none. */
export function prepareServiceDialog(_node: EditorNode): void {
  const mode = $('#node-config-input-mode');
  const show = (): void => {
    const real = mode.val() === 'service';
    $('.soil-service-real').toggle(real);
    $('.soil-service-sandbox').toggle(!real);
  };
  mode.on('change', show);
  show();
}
