import type { Geometry, Position } from 'geojson';

/** Points and polygons as the text of one GeoJSON geometry; a collection if there are both. Empty if there are none. */
export function geoJsonText(points: Position[], polygons: Position[][][]): string {
  const parts: Geometry[] = [];
  if (points[0]) parts.push(points.length === 1 ? { type: 'Point', coordinates: points[0] } : { type: 'MultiPoint', coordinates: points });
  if (polygons[0]) parts.push(polygons.length === 1 ? { type: 'Polygon', coordinates: polygons[0] } : { type: 'MultiPolygon', coordinates: polygons });
  if (parts.length === 0) return '';
  return JSON.stringify(parts.length === 1 ? parts[0] : { type: 'GeometryCollection', geometries: parts });
}
