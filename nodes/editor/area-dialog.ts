/** Prepares the dialog of soil-area. */
export function prepareAreaDialog(node: EditorNode): void {
  $('#node-input-area').typedInput({
    types: [
      'msg',
      'flow',
      'global',
      'env',
      { value: 'map', label: node._('soil-area.type.map'), icon: 'fa fa-map-o' },
      { value: 'wkt', label: node._('soil-area.type.wkt'), icon: 'fa fa-font' },
      { value: 'geojson', label: node._('soil-area.type.geojson'), icon: 'fa fa-code' },
    ],
    typeField: '#node-input-areaType',
    default: 'msg',
  });
  const split = $('#node-input-splitBySize');
  split.on('change', () => {
    $('#node-input-outputs').val(split.prop('checked') ? 2 : 1);
  });
}
