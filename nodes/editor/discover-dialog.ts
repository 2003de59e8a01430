/** Shows the settings that the chosen resource and selection need. */
export function prepareDiscoverDialog(_node: EditorNode): void {
  const resource = $('#node-input-resource');
  const select = $('#node-input-select');
  const show = (): void => {
    const one = resource.val() === 'dataset';
    $('.soil-discover-one').toggle(one);
    $('.soil-discover-many').toggle(!one);
    $('.soil-discover-datasets').toggle(resource.val() === 'datasets' || resource.val() === 'all-datasets');
    $('.soil-discover-chosen').toggle(!one && select.val() === 'chosen');
    $('.soil-discover-match').toggle(!one && select.val() === 'match');
  };
  resource.on('change', show);
  select.on('change', show);
  show();
}

export function saveDiscoverDialog(_node: EditorNode): void {
  // The picker keeps its list itself.
}
