import { fieldOf } from '../../src/foreign/foreign-value';

/** Whether a node's result is empty although data came: records without a place on a map, grids without a value in the area. */
export function isEmptyResult(payload: unknown): boolean {
  if (Array.isArray(payload)) return emptyGrids(payload) === payload.length;
  const features = fieldOf(payload, 'type') === 'FeatureCollection' ? fieldOf(payload, 'features') : undefined;
  return Array.isArray(features) && features.length === 0;
}

/** How many of the grid summaries are of bands without a value in the area. */
export function emptyGrids(payload: unknown): number {
  return Array.isArray(payload) ? payload.filter((one) => fieldOf(one, 'valid') === 0).length : 0;
}
