import { cellToBoundary, latLngToCell } from 'h3-js';

/** The resolution of the H3 cells that points become, each around 1.5 ha (specification, section 2.6). */
const RESOLUTION = 10;

/** The index of the cell that holds a place given in degrees on WGS 84. */
export function hexagonAt(longitude: number, latitude: number): string {
  return latLngToCell(latitude, longitude, RESOLUTION);
}

/** The corners of a cell, in degrees on WGS 84, each once. */
export function hexagonCorners(hexagon: string): [longitude: number, latitude: number][] {
  return cellToBoundary(hexagon).map(([latitude, longitude]) => [longitude, latitude]);
}
