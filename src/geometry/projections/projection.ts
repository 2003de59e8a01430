import type { Position } from '../area-of-interest';

/** Turns degrees (longitude, latitude; WGS 84) into metres on a map (east, north); `NaN` where the map does not reach. */
export type Projection = (position: Position) => Position;
