import { fieldOf } from '../../src/foreign/foreign-value';

/** Whether nothing is in what a node gives, though data came: records without a place on a map, grids without a value in the area. */
export function isEmptyResult(payload: unknown): boolean {
  if (Array.isArray(payload)) return payload.every((one) => fieldOf(one, 'valid') === 0);
  const features = fieldOf(payload, 'type') === 'FeatureCollection' ? fieldOf(payload, 'features') : undefined;
  return Array.isArray(features) && features.length === 0;
}
