import type { AreaDescription, AreaGeometry, AreaOfInterest } from './area-of-interest';

/** An area as a GeoJSON Feature (RFC 7946, 3.2), ready for a map: what `soil-area` sends in `msg.payload`. */
export interface AreaFeature {
  type: 'Feature';
  bbox: AreaDescription['bbox'];
  geometry: AreaGeometry;
  properties: Pick<AreaDescription, 'hectares' | 'parts' | 'vertices' | 'retrieval'>;
}

/** Makes the Feature of an area. It shares the coordinates with the area. */
export function areaFeature({ geometry, description }: AreaOfInterest): AreaFeature {
  const { bbox, hectares, parts, vertices, retrieval } = description;
  return { type: 'Feature', bbox: [...bbox], geometry, properties: { hectares, parts, vertices, retrieval } };
}
