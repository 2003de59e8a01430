import type { Position } from '../geometry/area-of-interest';

/**
 * Where the cells of a raster lie: the outer corner of the first cell, and the size of a cell, in the raster's coordinates. Rows go along
 * y.
 */
export interface RasterGrid {
  x: number;
  y: number;
  cellWidth: number;
  /** Negative where rows go south, as they nearly always do. */
  cellHeight: number;
  /** Code of the coordinate system in the EPSG register; `null` where the file names none. */
  epsg: number | null;
  /** Whether coordinates are degrees. */
  geographic: boolean;
}

/** The tags of a GeoTIFF that place it (OGC 19-008r4, annex B). */
export interface PlacingTags {
  pixelScale?: ArrayLike<number> | undefined;
  tiepoint?: ArrayLike<number> | undefined;
  transformation?: ArrayLike<number> | undefined;
  keys: { GTRasterTypeGeoKey?: unknown; GTModelTypeGeoKey?: unknown; ProjectedCSTypeGeoKey?: unknown; GeographicTypeGeoKey?: unknown };
}

const PIXEL_IS_POINT = 2;
const GEOGRAPHIC_MODEL = 2;
const USER_DEFINED = 32_767;
const WEB_MERCATOR = 3857;
const EARTH_RADIUS = 6_378_137;

/** The grid of a raster; `null` where the file does not tell it, or where its rows do not run along an axis. */
export function rasterGrid({ pixelScale, tiepoint, transformation, keys }: PlacingTags): RasterGrid | null {
  const placed = fromScale(pixelScale, tiepoint) ?? fromTransformation(transformation);
  if (
    !placed ||
    ![placed.x, placed.y, placed.cellWidth, placed.cellHeight].every(Number.isFinite) ||
    placed.cellWidth === 0 ||
    placed.cellHeight === 0
  )
    return null;
  const { cellWidth, cellHeight } = placed;
  // Some files place the middle of the first cell instead of its corner.
  const shift = keys.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  const code = [keys.ProjectedCSTypeGeoKey, keys.GeographicTypeGeoKey].find(
    (key): key is number => typeof key === 'number' && key > 0 && key !== USER_DEFINED,
  );
  const geographic =
    keys.GTModelTypeGeoKey === GEOGRAPHIC_MODEL || (keys.ProjectedCSTypeGeoKey === undefined && keys.GeographicTypeGeoKey !== undefined);
  return { x: placed.x - shift * cellWidth, y: placed.y - shift * cellHeight, cellWidth, cellHeight, epsg: code ?? null, geographic };
}

type Placed = Pick<RasterGrid, 'x' | 'y' | 'cellWidth' | 'cellHeight'>;

function fromScale(scale: PlacingTags['pixelScale'], tiepoint: PlacingTags['tiepoint']): Placed | null {
  if (!scale || !tiepoint || scale.length < 2 || tiepoint.length < 6) return null;
  const [cellWidth, cellHeight] = [scale[0]!, -scale[1]!];
  return { x: tiepoint[3]! - tiepoint[0]! * cellWidth, y: tiepoint[4]! - tiepoint[1]! * cellHeight, cellWidth, cellHeight };
}

function fromTransformation(matrix: PlacingTags['transformation']): Placed | null {
  if (!matrix || matrix.length < 8 || matrix[1] !== 0 || matrix[4] !== 0) return null;
  return { x: matrix[3]!, y: matrix[7]!, cellWidth: matrix[0]!, cellHeight: matrix[5]! };
}

/** `[west, south, east, north]` of a raster in its own coordinates. */
export function boundsOf({ x, y, cellWidth, cellHeight }: RasterGrid, width: number, height: number): [number, number, number, number] {
  const [otherX, otherY] = [x + width * cellWidth, y + height * cellHeight];
  return [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
}

/** Turns degrees into the cells of a raster; `null` for a coordinate system that this package does not know to project into. */
export function intoCells(grid: RasterGrid): ((position: Position) => Position) | null {
  const { x, y, cellWidth, cellHeight, epsg, geographic } = grid;
  const cells = (east: number, north: number): Position => [(east - x) / cellWidth, (north - y) / cellHeight];
  if (geographic) return ([lon, lat]) => cells(lon, lat);
  if (epsg !== WEB_MERCATOR) return null;
  const radians = Math.PI / 180;
  return ([lon, lat]) => cells(EARTH_RADIUS * lon * radians, EARTH_RADIUS * Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)));
}
