import { admits, type RequestFilter } from '../request/request-filter';
import type { RequestedArea } from '../request/requested-area';
import { covers, type GridColumn, type GriddedDataset } from '../world/dataset-definition';
import { Ground } from '../world/ground';
import { isLand } from '../world/land';
import { cellCentre, cellDegrees, cellsOver, columnWithin, levelFor } from '../world/lattice';
import { type PropertyDefinition, propertyOf } from '../world/soil-properties';
import { passes } from '../world/spatial-filters';
import { geotiff, type RasterBand } from './geotiff-writer';
import { unhurried } from './unhurried';

/** A raster has at most this many pixels; the size of a pixel follows from the area. */
const MOST_PIXELS = 128 * 128;
/** Stored for pixels without a value: in the sea, outside the area, or not passing the filters. */
const NO_DATA = -9999;

/** The soil under the pixels of an area. */
interface PixelGrid {
  width: number;
  height: number;
  west: number;
  north: number;
  pixelDegrees: number;
  pixels: { index: number; longitude: number; latitude: number; ground: Ground }[];
}

/** The pixels of an area that are on land and pass the spatial filters. */
export async function pixelGrid(area: RequestedArea, filter: RequestFilter, signal: AbortSignal): Promise<PixelGrid> {
  const level = levelFor([area.box], MOST_PIXELS);
  const block = cellsOver(area.box, level);
  const size = cellDegrees(level);
  const grid: PixelGrid = {
    width: block.columns,
    height: block.rows,
    west: block.column * size - 180,
    north: (block.row + block.rows) * size - 90,
    pixelDegrees: size,
    pixels: [],
  };
  const seen = new Set<number>();
  for await (const { column, row } of unhurried(area.cells(level), signal)) {
    const index = (block.row + block.rows - 1 - row) * block.columns + columnWithin(level, column - block.column);
    if (seen.has(index)) continue;
    seen.add(index);
    const [longitude, latitude] = cellCentre(level, column, row);
    if (!isLand(longitude, latitude)) continue;
    const ground = new Ground(longitude, latitude);
    if (passes(ground, filter.spatialFilters)) grid.pixels.push({ index, longitude, latitude, ground });
  }
  return grid;
}

/** The GeoTIFF of one gridded dataset: a band for each property and depth. */
export async function geotiffFile(dataset: GriddedDataset, grid: PixelGrid, filter: RequestFilter, signal: AbortSignal): Promise<Buffer> {
  const covered = grid.pixels.filter(({ longitude, latitude }) => covers(dataset, longitude, latitude));
  const columns = dataset.columns.filter(({ property }) => admits(filter.soilProperties, property));
  const bands: RasterBand[] = [];
  for (const [top, bottom] of dataset.depths) {
    const ofDepth = columns.map((column) => emptyBand(dataset, column, top, bottom, grid));
    for await (const { index, ground } of unhurried(covered, signal)) {
      const layer = ground.layer((top + bottom) / 2);
      for (const { property, scale, band } of ofDepth) band.values[index] = stored(Number(layer[property.value]), scale, property);
    }
    bands.push(...ofDepth.map(({ band }) => band));
  }
  const { width, height, west, north, pixelDegrees } = grid;
  const licence = dataset.licence ?? 'no licence stated';
  return geotiff({ width, height, west, north, pixelDegrees, noData: NO_DATA, bands, title: dataset.name, licence });
}

function emptyBand(
  dataset: GriddedDataset,
  column: GridColumn,
  top: number,
  bottom: number,
  { width, height }: PixelGrid,
): { property: PropertyDefinition; scale: number; band: RasterBand } {
  const property = propertyOf(column.property);
  const values = dataset.storage === 'float32' ? new Float32Array(width * height) : new Int16Array(width * height);
  const band: RasterBand = {
    values: values.fill(NO_DATA),
    scale: column.scale,
    unit: property.units[0]?.text ?? '',
    description: `${property.name}_${top}-${bottom}cm_mean`,
    attributes: {
      property: property.name,
      original_name: column.originalName,
      original_unit: column.originalUnit,
      upper_depth_cm: String(top),
      lower_depth_cm: String(bottom),
      data_source: dataset.name,
    },
  };
  return { property, scale: column.scale, band };
}

/** The number as stored in the file. */
function stored(value: number, scale: number, { decimals }: PropertyDefinition): number {
  return scale === 1 ? Math.round(value * 10 ** decimals) / 10 ** decimals : Math.round(value / scale);
}
