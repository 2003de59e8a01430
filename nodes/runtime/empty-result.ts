import { fieldOf, isObject, ownField } from '../../src/foreign/foreign-value';

/** Whether a node's result is empty although data came: records without a place on a map, or without a value; grids without a value in the area. */
export function isEmptyResult(payload: unknown): boolean {
  if (Array.isArray(payload)) return payload.every((one) => hasNoCell(one) || (isObject(one) && ownField(one, 'value') === null));
  const features = fieldOf(payload, 'type') === 'FeatureCollection' ? fieldOf(payload, 'features') : undefined;
  return Array.isArray(features) && features.length === 0;
}

/** How many of the grid summaries are of bands without a value in the area. */
export function emptyGrids(payload: unknown): number {
  return Array.isArray(payload) ? payload.filter(hasNoCell).length : 0;
}

function hasNoCell(grid: unknown): boolean {
  return fieldOf(grid, 'valid') === 0;
}
