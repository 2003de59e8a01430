/** The data types that services have been seen to take (specification, section 4). */
const GIS_DATA_TYPES = ['point', 'raster'];

/** Prepares the settings that soil-data and soil-submit share: what narrows the request. */
export function prepareQueryDialog(node: EditorNode): void {
  const chosen: unknown[] = Array.isArray(node.gisDataTypes) ? node.gisDataTypes : [];
  for (const type of GIS_DATA_TYPES) $(`#soil-gis-${type}`).prop('checked', chosen.includes(type));
}

export function saveQueryDialog(node: EditorNode): void {
  const earlier: unknown[] = Array.isArray(node.gisDataTypes) ? node.gisDataTypes : [];
  // A type that a later service knows and this dialog does not stays.
  const others = earlier.filter((type) => !GIS_DATA_TYPES.includes(String(type)));
  node.gisDataTypes = [...GIS_DATA_TYPES.filter((type) => $(`#soil-gis-${type}`).prop('checked')), ...others];
}
