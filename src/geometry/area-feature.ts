import type { AreaDescription, AreaGeometry, AreaOfInterest } from './area-of-interest';

/** An area as a GeoJSON Feature (RFC 7946, 3.2), ready for a map: what `soil-area` sends in `msg.payload`. */
interface AreaFeature {
  type: 'Feature';
  /** Of the feature that the area was given as. */
  id?: string | number;
  bbox: AreaDescription['bbox'];
  geometry: AreaGeometry;
  /** Those of the feature that the area was given as, and these, which come before any of the same name. */
  properties: Record<string, unknown> & Pick<AreaDescription, 'hectares' | 'parts' | 'vertices' | 'retrieval'>;
}

/** Makes the Feature of an area. It shares the coordinates with the area. */
export function areaFeature({ geometry, description }: AreaOfInterest): AreaFeature {
  const { bbox, hectares, parts, vertices, retrieval, feature } = description;
  const properties = { ...structuredClone(feature?.properties), hectares, parts, vertices, retrieval };
  return { type: 'Feature', ...(feature?.id !== undefined && { id: feature.id }), bbox: [...bbox], geometry, properties };
}
