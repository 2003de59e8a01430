import { fieldOf } from '../../src/foreign/foreign-value';
import type { AreaDescription } from '../../src/geometry/area-of-interest';
import { readArea } from '../../src/geometry/read-area';
import { queryOf } from '../runtime/settings/query-settings';
import { soilPart, type SoilMessage } from '../runtime/soil-message';

type Box = AreaDescription['bbox'];

/** Characters: shorter geometries are checked against the box in full. */
const SHORT = 8000;
/** Degrees. */
const ROUNDING = 1e-6;

/**
 * The box of the area that a message is about: that of `msg.soil.query.geometry` (found in `msg.soil.area.bbox` if soil-area gave both), else
 * `msg.soil.area.bbox`. None if there is neither, if the geometry is no area, or if the request is for the areas of a spatial filter.
 */
export async function areaBox(msg: SoilMessage, signal: AbortSignal): Promise<Box | undefined> {
  const { geometry, spatialFilters } = queryOf(msg);
  if (geometry === undefined && spatialFilters) return undefined;
  const box = fieldOf(soilPart(msg).area, 'bbox');
  if (geometry === undefined) return isBox(box) ? box : undefined;
  if (isBox(box) && mayBeBoxOf(box, geometry)) return box;
  // A geometry that is no area is not for this node to complain about: reading records does not need it.
  return readArea(geometry, { signal }).then(({ description }) => description.bbox, () => undefined);
}

/**
 * Whether a box is that of a geometry, as far as its first numbers tell: a flow may have replaced the geometry that soil-area gave. Reading a large
 * one anew takes seconds.
 */
function mayBeBoxOf([west, south, east, north]: Box, geometry: string): boolean {
  // Across the 180th meridian.
  if (west > east) return true;
  const isWhole = geometry.length <= SHORT;
  const numbers = (geometry.slice(geometry.indexOf('('), SHORT).match(/[-+]?\d[\d.]*(e[-+]?\d+)?/gi) ?? []).map(Number);
  // The last position may be cut off.
  const count = isWhole ? numbers.length : 2 * Math.floor((numbers.length - 2) / 2);
  const [least, most] = [[Infinity, Infinity], [-Infinity, -Infinity]] as [[number, number], [number, number]];
  for (let at = 0; at < count; at += 1) {
    const axis = (at % 2) as 0 | 1;
    least[axis] = Math.min(least[axis], numbers[at]!);
    most[axis] = Math.max(most[axis], numbers[at]!);
  }
  const beyond = [west - least[0], south - least[1], most[0] - east, most[1] - north];
  return beyond.every((degrees) => degrees <= ROUNDING && (!isWhole || degrees >= -ROUNDING));
}

function isBox(value: unknown): value is Box {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((side) => Number.isFinite(side))) return false;
  const [west, south, east, north] = value as Box;
  return Math.max(Math.abs(west), Math.abs(east)) <= 180 && south >= -90 && south <= north && north <= 90;
}
