import { isObject, ownField } from '../../../src/foreign/foreign-value';
import { parsedJson } from '../../../src/foreign/parsed-json';

/**
 * A changed geometry as the text of the Feature that it was before: its `id` and `properties`, such as the name of the field, are kept for the
 * message. Geometry alone if the area was none, or several.
 */
export function asSameFeature(before: string, geometry: string): string {
  const feature = geometry === '' || !before.includes('"Feature"') ? undefined : onlyFeature(parsedJson(before));
  if (!feature) return geometry;
  const id = feature.id === undefined ? '' : `"id":${JSON.stringify(feature.id)},`;
  return `{"type":"Feature",${id}"properties":${JSON.stringify(feature.properties ?? null)},"geometry":${geometry}}`;
}

function onlyFeature(area: unknown): { id?: unknown; properties?: unknown } | undefined {
  if (!isObject(area)) return undefined;
  const features = ownField(area, 'features');
  if (Array.isArray(features)) return features.length === 1 ? onlyFeature(features[0]) : undefined;
  return ownField(area, 'type') === 'Feature' ? area : undefined;
}
