import type { AreaGeometry, Position } from './area-of-interest';

/** The points or the polygons of an area. */
type AreaParts = { points: Position[]; polygons?: undefined } | { polygons: Position[][][]; points?: undefined };

/** What an area is made of, one or several. It shares the coordinates with the area. */
export function areaParts(area: AreaGeometry): AreaParts {
  switch (area.type) {
    case 'Point':
      return { points: [area.coordinates] };
    case 'MultiPoint':
      return { points: area.coordinates };
    case 'Polygon':
      return { polygons: [area.coordinates] };
    case 'MultiPolygon':
      return { polygons: area.coordinates };
  }
}
